import type { SalesBreakdown } from '../../../../shared/client/api.ts'
import { useFormats } from '../../../parts/formats.tsx'
import { useReportTexts } from './use-texts.ts'

type Sums = Omit<
  SalesBreakdown,
  | 'byHour'
  | 'byWeekday'
  | 'byDay'
  | 'byProduct'
  | 'byCategory'
  | 'byUser'
  | 'byTaker'
  | 'byTable'
  | 'byTill'
  | 'byPaymentMethod'
  | 'otherCurrencies'
>

type Props = {
  readonly now: Sums
  /** The period before; absent where there is nothing to compare with. */
  readonly past?: Sums
  readonly headings: readonly string[]
  readonly onSales?: () => void
}

/**
 * Shows the sums of a period as rows that add up from top to bottom, beside those of the
 * period before.
 */
export function Totals({ now, past, headings, onSales }: Props) {
  const texts = useReportTexts()
  const { money, number, locale } = useFormats()
  const share = { style: 'percent', maximumFractionDigits: 1 } as const
  const percent = new Intl.NumberFormat(locale, share)
  const change = new Intl.NumberFormat(locale, { ...share, signDisplay: 'exceptZero' })
  const rows = rowsOf(now, texts)
  const earlier = new Map(past && rowsOf(past, texts).map((row) => [row.name, row]))
  const write = ({ value, isCount }: Pick<Row, 'value' | 'isCount'>) =>
    isCount ? number(value) : money(value)
  return (
    <table class="sums">
      <thead>
        <tr>
          <th scope="col">{texts.figure}</th>
          {headings.map((heading) => (
            <th key={heading} scope="col" class="figure wrapping">
              {heading}
            </th>
          ))}
          {past && (
            <th scope="col" class="figure on-wide">
              {texts.change}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => {
          const old = earlier.get(row.name)?.value ?? 0
          return (
            <tr key={row.name} class={row.isSum ? 'sum' : ''}>
              <th scope="row">
                {row.isCount && onSales && row.value > 0 ? (
                  <button type="button" class="plain" onClick={onSales}>
                    {row.name}
                  </button>
                ) : (
                  row.name
                )}
                {row.hint && <span class="quiet small block">{row.hint(percent)}</span>}
              </th>
              <td class="figure">{write(row)}</td>
              {past && (
                <>
                  <td class="figure quiet">{write({ ...row, value: old })}</td>
                  <td class="figure quiet on-wide">
                    {old > 0 ? change.format((row.value - old) / old) : '–'}
                  </td>
                </>
              )}
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}

type Row = {
  readonly name: string
  /** In cents, or a number of sales. */
  readonly value: number
  readonly isCount?: boolean
  readonly isSum?: boolean
  readonly hint?: (percent: Intl.NumberFormat) => string
}

/** Sales and refunds count each on their own days, so that they equal the Zs of these days. */
export function rowsOf(sums: Sums, texts: ReturnType<typeof useReportTexts>): Row[] {
  const { refundedInPeriod: back } = sums
  const soldCents =
    sums.totalNetCents + sums.totalRefundedCents - sums.totalRefundedTipCents
  const addedCents =
    soldCents -
    (sums.totalRevenueCents - sums.totalDiscountCents + sums.totalAdjustmentCents)
  const netCents = soldCents - (back.cents - back.tipCents)
  const taxes = taxesLeft(sums)
  const taxCents = taxes.reduce((sum, tax) => sum + tax.taxCents, 0)
  const { costCents, costedCents } = sums
  const optional = (name: string, value: number): Row[] =>
    value === 0 ? [] : [{ name, value }]
  return [
    { name: texts.saleCount, value: sums.saleCount, isCount: true },
    { name: texts.gross, value: sums.totalRevenueCents },
    { name: texts.discounts, value: 0 - sums.totalDiscountCents },
    ...optional(texts.addedTax, addedCents),
    ...optional(texts.adjustments, sums.totalAdjustmentCents),
    { name: texts.sales, value: soldCents, isSum: true },
    {
      name: texts.refunds(back.count),
      value: back.tipCents - back.cents,
    },
    { name: texts.afterRefunds, value: netCents, isSum: true },
    ...taxes.map(
      ({ name, ratePercent, taxCents: value }): Row => ({
        name: texts.taxOf(name, ratePercent),
        value,
      }),
    ),
    { name: texts.withoutTax, value: netCents - taxCents, isSum: true },
    { name: texts.tips, value: sums.totalTipCents - back.tipCents },
    ...optional(texts.rounding, sums.totalRoundingCents),
    { name: texts.cost, value: costCents },
    {
      name: texts.margin,
      value: costedCents - costCents,
      isSum: true,
      ...(costedCents > 0 && {
        hint: (percent) =>
          texts.ofSalesWithCost(percent.format((costedCents - costCents) / costedCents)),
      }),
    },
  ]
}

/** Returns the taxes of the period's sales, less those of its refunds. */
function taxesLeft({ taxesSold, refundedInPeriod: { taxes } }: Sums) {
  const keyOf = ({ name, ratePercent }: (typeof taxes)[number]) =>
    JSON.stringify([name, ratePercent])
  const back = taxes.map((tax) => ({
    ...tax,
    netCents: -tax.netCents,
    taxCents: -tax.taxCents,
  }))
  return [...Map.groupBy([...taxesSold, ...back], keyOf).values()].flatMap((same) => {
    const [first] = same
    if (!first) return []
    const sum = (of: 'netCents' | 'taxCents') =>
      same.reduce((total, tax) => total + tax[of], 0)
    return [{ ...first, netCents: sum('netCents'), taxCents: sum('taxCents') }]
  })
}
