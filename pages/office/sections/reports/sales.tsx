import { useState } from 'preact/hooks'
import type { SalesBreakdown } from '../../../../shared/client/api.ts'
import { InCurrency } from '../../../parts/formats.tsx'
import { hasTills } from '../../../parts/is-served.ts'
import { pos } from '../../../parts/pos.ts'
import { Tabs } from '../../controls/tabs.tsx'
import { Card } from '../../figures/section.tsx'
import { useList } from '../../figures/use-list.ts'
import { useShop } from '../../shop/shop.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import { type Behind, type PartName, partNames } from './behind.ts'
import { BehindDialog } from './behind-dialog.tsx'
import { MethodTable } from './method-table.tsx'
import { PartView } from './part-view.tsx'
import { before, type Days } from './period.ts'
import type { Chosen } from './period-bar.tsx'
import { Totals } from './totals.tsx'
import { useDates, useQueryOf } from './use-dates.ts'
import { useReportTexts } from './use-texts.ts'

type Props = { readonly chosen: Chosen; readonly today: string }

type Read = {
  readonly key: string
  readonly days: Days
  readonly compared: Days
  readonly now: SalesBreakdown
  readonly past: SalesBreakdown
}

/** Shows the sales of a period, beside those of the one before, and their parts. */
export function Sales({ chosen: { kind, days }, today }: Props) {
  const texts = useReportTexts()
  const page = useTexts()
  const { shop } = useShop()
  const dates = useDates()
  const queryOf = useQueryOf()
  const key = `${kind} ${days.from} ${days.to}`
  const { value, problem, readAgain } = useList<Read>(async () => {
    const compared = before(kind, days, today)
    const [now, past] = await Promise.all(
      [days, compared].map((each) => pos.reports.breakdown({ query: queryOf(each) })),
    )
    if (!now || !past) throw new Error('no sums')
    return { key, days, compared, now, past }
  }, key)
  const [part, setPart] = useState<PartName | 'byPaymentMethod'>('byHour')
  const [behind, setBehind] = useState<Behind>()
  if (problem) return <p class="trouble">{texts.failed}</p>
  if (value?.key !== key) return <p class="quiet">{page.loading}</p>
  const { now, past, compared } = value
  const isOffered: Readonly<Partial<Record<PartName, boolean>>> = {
    byDay: kind !== 'day',
    byTable: shop.isRestaurant,
    byTill: hasTills(),
  }
  return (
    <>
      <div class="report">
        <Card title={dates.days(days)} area="totals">
          <Totals
            now={now}
            past={past}
            headings={[texts.thisPeriod, dates.days(compared)]}
            onSales={() => setBehind({ title: texts.sales, days })}
          />
        </Card>
        <Card title={texts.parts} area="parts">
          <Tabs
            label={texts.parts}
            parts={[
              ...partNames
                .filter((id) => isOffered[id] ?? true)
                .map((id) => ({ id, title: texts.part[id] })),
              { id: 'byPaymentMethod' as const, title: texts.part.byPaymentMethod },
            ]}
            current={part}
            onChoose={setPart}
          />
          {part === 'byPaymentMethod' ? (
            <MethodTable methods={now.byPaymentMethod} days={days} onOpen={setBehind} />
          ) : (
            <PartView
              name={part === 'byDay' && kind === 'day' ? 'byHour' : part}
              parts={now}
              days={days}
              today={today}
              onOpen={setBehind}
            />
          )}
        </Card>
        {now.otherCurrencies.map((other) => (
          <InCurrency key={other.currency} acronym={other.currency}>
            <Card title={texts.inCurrency(other.currency)} area="totals">
              <Totals now={other} headings={[texts.thisPeriod]} />
            </Card>
          </InCurrency>
        ))}
      </div>
      {behind && (
        <BehindDialog
          behind={behind}
          onClose={() => setBehind(undefined)}
          onChanged={() => void readAgain()}
        />
      )}
    </>
  )
}
