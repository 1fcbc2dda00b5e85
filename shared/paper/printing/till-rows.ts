import type { TillRow } from '../../selling/shifts/figures.ts'
import type { Words } from '../layout/language.ts'
import type { Summary } from '../layout/receipt.ts'
import { amount, counted } from './report-amounts.ts'

type ShiftWords = Words['shift']

/** Rows of a Z or X report for each till and the shop's own numbers. Throws `sumsTooLarge`. */
export const tillRows = (rows: readonly TillRow[], words: ShiftWords): Summary['rows'] =>
  rows.flatMap((row) => [
    { label: nameOf(row, words), value: '' },
    ...detailsOf(row, words).map(({ label, value }) => ({ label: `  ${label}`, value })),
  ])

const nameOf = ({ series, tillName }: TillRow, words: ShiftWords) =>
  series === null ? words.ownNumbers : `${series} ${tillName}`

function detailsOf(row: TillRow, words: ShiftWords): Summary['rows'] {
  const { series, firstNumber, lastNumber, figures } = row
  const { firstRefundNumber: firstRefund, lastRefundNumber: lastRefund } = row
  const receipts = series === null ? '' : `${series}-`
  const refunds = `${series ?? ''}R-`
  const range = (before: string, first: number, last: number) =>
    first === last ? `${before}${first}` : `${before}${first} - ${before}${last}`
  return [
    ...(firstNumber === null || lastNumber === null
      ? []
      : [{ label: words.receipts, value: range(receipts, firstNumber, lastNumber) }]),
    ...(firstRefund && lastRefund
      ? [{ label: words.refunds, value: range(refunds, firstRefund, lastRefund) }]
      : []),
    amount(words.sales, figures.totalSalesCents),
    amount(words.expected, figures.expectedTotalCents),
    ...counted(words.counted, figures.finalAmountCents),
    ...counted(words.difference, figures.differenceCents),
    ...row.missing.map(({ from, to }) => ({
      label: words.missing,
      value: range(receipts, from, to),
    })),
    ...row.unused.flatMap(({ number, reason, askedByName, confirmedByName }) => [
      { label: words.unused, value: `${receipts}${number}` },
      { label: `  ${reason}`, value: '' },
      {
        label: `  ${[askedByName, confirmedByName].filter(Boolean).join(', ')}`,
        value: '',
      },
    ]),
  ]
}
