import type { SalesBreakdown, SalesPart } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { BarPlot } from '../../figures/bar-plot.tsx'
import { useTexts } from '../../texts/use-texts.ts'
import type { Behind, PartName } from './behind.ts'
import { type DataColumn, DataTable } from './data-table.tsx'
import { type Days, daysIn } from './period.ts'
import { useDates } from './use-dates.ts'
import { useReportTexts } from './use-texts.ts'

/** More bars are not read. */
const mostBars = 10

type Props = {
  readonly name: PartName
  readonly parts: Pick<SalesBreakdown, PartName>
  readonly days: Days
  readonly today: string
  readonly onOpen: (behind: Behind) => void
}

/** The sums of a period by one thing, as bars and as a table of which each row opens its sales. */
export function PartView({ name, parts, days, today, onOpen }: Props) {
  const texts = useReportTexts()
  const page = useTexts()
  const { shortMoney } = useFormats()
  const dates = useDates()
  const rows = parts[name]
  if (rows.length === 0) return <p class="quiet">{texts.nothingSold}</p>
  const isOfTime = name === 'byHour' || name === 'byDay' || name === 'byWeekday'
  const nameOf = ({ key, name: called }: Pick<SalesPart, 'key' | 'name'>): string => {
    if (name === 'byHour') return dates.hour(key)
    if (name === 'byDay') return dates.day(key)
    if (name === 'byWeekday') return dates.weekday(key)
    if (called !== '') return called
    return (key === '' ? texts.unnamed[name] : texts.gone[name]) ?? page.unknownUser
  }
  const keys = isOfTime ? keysOf(name, rows, days, today) : rows.map(({ key }) => key)
  const found = new Map(rows.map((row) => [row.key, row]))
  const bars = keys.slice(0, isOfTime ? undefined : mostBars).map((key) => {
    const label =
      name === 'byWeekday'
        ? dates.shortWeekday(key)
        : nameOf(found.get(key) ?? { key, name: '' })
    return { label, value: Math.max(0, found.get(key)?.netCents ?? 0) }
  })
  const columns: DataColumn<SalesPart>[] = [
    {
      heading: texts.part[name],
      kind: 'text',
      value: (row) => nameOf(row),
      onOpen: (row) => onOpen({ title: nameOf(row), days, by: { name, key: row.key } }),
    },
    { heading: texts.saleCount, kind: 'count', value: (row) => row.saleCount },
    {
      heading: texts.units,
      kind: 'count',
      isWideOnly: true,
      value: (row) => row.quantity,
    },
    sum(texts.gross, ({ grossCents }) => grossCents),
    sum(texts.discounts, ({ discountCents }) => 0 - discountCents),
    sum(texts.refundsOfSales, ({ refundedCents }) => 0 - refundedCents),
    sum(texts.margin, ({ costCents, costedCents }) => costedCents - costCents),
    {
      heading: texts.afterRefunds,
      kind: 'money',
      value: ({ netCents }) => netCents,
    },
  ]
  return (
    <>
      <BarPlot
        key={name}
        bars={bars}
        description={texts.plotOf(texts.part[name])}
        direction={isOfTime ? 'up' : 'right'}
        format={shortMoney}
      />
      <DataTable
        label={texts.part[name]}
        rows={rows}
        keyOf={({ key }) => key}
        columns={columns}
        days={days}
      />
    </>
  )
}

const sum = (
  heading: string,
  value: (row: SalesPart) => number,
): DataColumn<SalesPart> => ({ heading, kind: 'money', isWideOnly: true, value })

/** All hours between the first and the last one with sales, all weekdays, all days until today. */
function keysOf(
  name: 'byHour' | 'byDay' | 'byWeekday',
  rows: readonly SalesPart[],
  { from, to }: Days,
  today: string,
): string[] {
  if (name === 'byWeekday') return Array.from({ length: 7 }, (_, at) => String(at + 1))
  if (name === 'byDay') return daysIn({ from, to: to < today ? to : today })
  const first = Number(rows[0]?.key ?? 0)
  const last = Number(rows.at(-1)?.key ?? 0)
  return Array.from({ length: last - first + 1 }, (_, at) =>
    String(first + at).padStart(2, '0'),
  )
}
