import type { TillBreakdown } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { toCents } from '../../figures/sales.ts'
import { useReportTexts } from './use-texts.ts'

/** Lists the tills of a Z, and what counts in the shop's own numbers. */
export function ByTill({ rows }: { readonly rows: readonly TillBreakdown[] }) {
  return rows.map((row) => <OfTill key={row.tillId ?? ''} row={row} />)
}

function OfTill({ row }: { readonly row: TillBreakdown }) {
  const texts = useReportTexts()
  const { money } = useFormats()
  const { series, tillName, missing, unused } = row
  const before = series === null ? '' : `${series}-`
  const amount = (value: number | null) => (value === null ? '–' : money(toCents(value)))
  const pairs: (readonly [string, string])[] = [
    [texts.receipts, rangeOf(before, row.firstNumber, row.lastNumber)],
    [texts.sales, amount(row.totalSales)],
    [texts.expected, amount(row.expectedTotal)],
    [texts.counted, amount(row.countedCash)],
    [texts.difference, amount(row.difference)],
    ...missing.map(({ from, to }) => [texts.missing, rangeOf(before, from, to)] as const),
    ...unused.map(
      ({ number, reason, askedByName, confirmedByName }) =>
        [
          texts.unused,
          [`${before}${number}`, reason, askedByName, confirmedByName]
            .filter(Boolean)
            .join(', '),
        ] as const,
    ),
  ]
  return (
    <section>
      <h3>{series === null ? texts.ownNumbers : `${series} ${tillName}`}</h3>
      <dl class="details">
        {pairs.map(([name, value]) => (
          <div key={`${name} ${value}`} class="pair">
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Numbers as people read them; a dash where there are none. */
export function rangeOf(before: string, first: number | null, last: number | null) {
  if (first === null || last === null) return '–'
  return first === last ? `${before}${first}` : `${before}${first} – ${before}${last}`
}
