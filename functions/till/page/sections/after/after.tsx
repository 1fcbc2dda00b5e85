import { useState } from 'preact/hooks'
import type { ShopOrder } from '../../../../../page-parts/pos.ts'
import { useTill } from '../../shop/till.tsx'
import { SaleDialog } from './sale-dialog.tsx'
import { SalesList } from './sales-list.tsx'
import { Unmatched } from './unmatched.tsx'
import { useAfterTexts } from './use-after-texts.ts'
import { useSalesOfToday } from './use-sales-of-today.ts'

/** Today's sales, each with its receipt and refunds, and payments that no sale knows. */
export function After() {
  const texts = useAfterTexts()
  const { may } = useTill()
  const { sales, trouble, read } = useSalesOfToday()
  const [shownId, setShownId] = useState<string>()
  const shown = sales?.find(({ id }) => id === shownId)
  return (
    <main class="after">
      <section class="card">
        <header class="row">
          <h2>{texts.salesOfToday}</h2>
          <button type="button" onClick={() => void read()}>
            {texts.readAgain}
          </button>
        </header>
        <p class="trouble" role="alert">
          {trouble}
        </p>
        {sales ? (
          <SalesList sales={sales} onSale={({ id }: ShopOrder) => setShownId(id)} />
        ) : (
          <p role="status" class="quiet">
            {texts.loading}
          </p>
        )}
      </section>
      {may('payments_read') && <Unmatched onChanged={() => void read()} />}
      {shown && (
        <SaleDialog
          sale={shown}
          onClose={() => setShownId(undefined)}
          onChanged={() => void read()}
        />
      )}
    </main>
  )
}
