import { useState } from 'preact/hooks'
import type { ShopOrder } from '../../../parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { usePastSalesTexts } from '../../texts/use-texts.ts'
import { DayChoice } from './day-choice.tsx'
import { SaleDialog } from './sale-dialog.tsx'
import { SalesList } from './sales-list.tsx'
import { Unmatched } from './unmatched.tsx'
import { useSalesOfDay } from './use-sales-of-day.ts'

/** The sales of a day, each with its receipt and refunds, and payments that no sale knows. */
export function After() {
  const texts = usePastSalesTexts()
  const { may } = useTill()
  const { today, day, choose, sales, trouble, readAgain } = useSalesOfDay()
  const [shownId, setShownId] = useState<string>()
  const shown = sales?.find(({ id }) => id === shownId)
  return (
    <main class="after">
      <section class="card">
        <header class="row">
          <h2>{day === today ? texts.salesOfToday : texts.salesOfDay}</h2>
          <button type="button" onClick={() => void readAgain()}>
            {texts.readAgain}
          </button>
        </header>
        <DayChoice day={day} today={today} onDay={choose} />
        <p class="trouble" role="alert">
          {trouble}
        </p>
        {sales ? (
          <SalesList
            key={day}
            sales={sales}
            onSale={({ id }: ShopOrder) => setShownId(id)}
          />
        ) : (
          <p role="status" class="quiet">
            {texts.loading}
          </p>
        )}
      </section>
      {may('payments_read') && <Unmatched onChanged={() => void readAgain()} />}
      {shown && (
        <SaleDialog
          sale={shown}
          onClose={() => setShownId(undefined)}
          onChanged={() => void readAgain()}
        />
      )}
    </main>
  )
}
