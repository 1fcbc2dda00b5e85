import { useFormats } from '../formats.tsx'
import type { Days, ShopOrder } from '../orders.ts'
import { useTexts } from '../preferences.tsx'
import type { Reading } from '../reading.ts'
import { salesOf, sumOf, toCents, within } from '../sales.ts'
import { Content } from '../section.tsx'
import { useVisit } from '../visit.tsx'

type Props = {
  readonly orders: Reading<readonly ShopOrder[]>
  readonly days: Days
  /** Whether orders stay open for a while, as those of tables do. */
  readonly hasTables: boolean
}

/** The figures of the day at one glance. */
export function Today({ orders, days, hasTables }: Props) {
  const texts = useTexts()
  return (
    <section class="figures" aria-label={texts.soldToday}>
      <Content reading={orders}>
        {(rows) => <Figures rows={rows} days={days} hasTables={hasTables} />}
      </Content>
    </section>
  )
}

type FiguresProps = Omit<Props, 'orders'> & { readonly rows: readonly ShopOrder[] }

function Figures({ rows, days: { today, yesterday }, hasTables }: FiguresProps) {
  const texts = useTexts()
  const { money, number } = useFormats()
  const { nowMs } = useVisit()
  const sales = salesOf(rows)
  const { count, cents } = sumOf(within(sales, today))
  const elapsedMs = nowMs - today.startMs
  const before = sumOf(
    within(sales, { ...yesterday, endMs: yesterday.startMs + elapsedMs }),
  )
  const open = rows.filter(({ status }) => status === 'open')
  const openCents = sumOf(open.map(({ total }) => ({ cents: toCents(total) }))).cents
  return (
    <dl>
      <Figure label={texts.soldToday} value={money(cents)} isMain />
      <Figure label={texts.sales} value={number(count)} />
      {hasTables ? (
        <Figure
          label={texts.openOrders}
          value={`${number(open.length)} · ${money(openCents)}`}
        />
      ) : (
        <Figure
          label={texts.averageSale}
          value={count > 0 ? money(Math.round(cents / count)) : '–'}
        />
      )}
      <Figure label={texts.yesterdayByNow} value={money(before.cents)} />
    </dl>
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
