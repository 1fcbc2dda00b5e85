import type { TillBreakdown } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { type Column, Table } from '../../controls/table.tsx'
import { toCents } from '../../figures/sales.ts'
import { useReportTexts } from './use-texts.ts'

/** Shows a Z's row of each till, and of the shop's own numbers. */
export function ByTill({ rows }: { readonly rows: readonly TillBreakdown[] }) {
  const texts = useReportTexts()
  const { money } = useFormats()
  const amount = (value: number | null) => (value === null ? '–' : money(toCents(value)))
  const columns: readonly Column<TillBreakdown>[] = [
    { heading: texts.till, cell: (row) => <Till row={row} /> },
    {
      heading: texts.receipts,
      cell: (row) => rangeOf(beforeNumber(row), row.firstNumber, row.lastNumber),
    },
    { heading: texts.sales, isFigure: true, cell: (row) => amount(row.totalSales) },
    {
      heading: texts.expected,
      isFigure: true,
      cell: (row) => amount(row.expectedTotal),
    },
    { heading: texts.counted, isFigure: true, cell: (row) => amount(row.countedCash) },
    { heading: texts.difference, isFigure: true, cell: (row) => amount(row.difference) },
  ]
  return (
    <section class="scrolled">
      <h3>{texts.tills}</h3>
      <Table
        label={texts.tills}
        rows={rows}
        keyOf={({ tillId }) => tillId ?? ''}
        columns={columns}
      />
    </section>
  )
}

const beforeNumber = ({ series }: TillBreakdown) => (series === null ? '' : `${series}-`)

/** Numbers as people read them; a dash where there are none. */
export function rangeOf(before: string, first: number | null, last: number | null) {
  if (first === null || last === null) return '–'
  return first === last ? `${before}${first}` : `${before}${first} – ${before}${last}`
}

function Till({ row }: { readonly row: TillBreakdown }) {
  const texts = useReportTexts()
  const { series, tillName, missing, unused } = row
  const before = beforeNumber(row)
  return (
    <>
      {series === null ? texts.ownNumbers : `${series} ${tillName}`}
      {missing.length > 0 && (
        <p class="hint">
          {texts.missing(
            missing.map(({ from, to }) => rangeOf(before, from, to)).join(', '),
          )}
        </p>
      )}
      {unused.map(({ number, reason, askedByName, confirmedByName }) => (
        <p key={number} class="hint">
          {texts.unused(
            `${before}${number}`,
            reason,
            [askedByName, confirmedByName].filter((name) => name !== null).join(', '),
          )}
        </p>
      ))}
    </>
  )
}
