import { useFormats } from '../../../parts/formats.tsx'
import type { Days } from '../../figures/orders.ts'
import type { Reading } from '../../figures/reading.ts'
import { salesOf, sumOf, toCents, within } from '../../figures/sales.ts'
import type { ShownOrder } from '../../figures/told.ts'
import { useVisit } from '../../figures/visit.tsx'
import { useTexts } from '../../texts/use-texts.ts'

type Props = {
  readonly orders: Reading<readonly ShownOrder[]>
  readonly days: Days
  /** True if orders stay open for a while, as those of tables do. */
  readonly hasTables: boolean
}

/** The figures of the day at one glance; nothing for users who may not see them. */
export function Today({ orders: { value: rows, problem }, days, hasTables }: Props) {
  const texts = useTexts()
  const { today, yesterday } = days
  const { money, number } = useFormats()
  const { nowMs } = useVisit()
  if (problem === 'denied') return null
  if (!rows) return <p class="figures quiet">{problem ? texts.failed : texts.loading}</p>
  const sales = salesOf(rows)
  const { count, cents } = sumOf(within(sales, today))
  const elapsedMs = nowMs - today.startMs
  const before = sumOf(
    within(sales, { ...yesterday, endMs: yesterday.startMs + elapsedMs }),
  )
  const open = rows.filter(({ status }) => status === 'open')
  const openCents = sumOf(open.map(({ total }) => ({ cents: toCents(total) }))).cents
  return (
    <section class="figures" aria-label={texts.today}>
      <dl>
        <Figure label={texts.takenToday} value={money(cents)} isMain />
        <Figure label={texts.sales} value={number(count)} />
        {hasTables ? (
          <Figure
            label={`${texts.openOrders} (${number(open.length)})`}
            value={money(openCents)}
          />
        ) : (
          <Figure
            label={texts.averageSale}
            value={count > 0 ? money(Math.round(cents / count)) : '–'}
          />
        )}
        <Figure label={texts.yesterdayByNow} value={money(before.cents)} />
      </dl>
    </section>
  )
}

type FigureProps = {
  readonly label: string
  readonly value: string
  readonly isMain?: boolean
}

const Figure = ({ label, value, isMain }: FigureProps) => (
  <div class={isMain ? 'main' : ''}>
    <dt>{label}</dt>
    <dd>{value}</dd>
  </div>
)
