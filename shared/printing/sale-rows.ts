import { type Row, table, twoColumns } from './columns.ts'
import { toPrintable } from './cp850.ts'
import { formatPrice } from './price.ts'
import type { PrintedTicket, Summary } from './printed-ticket.ts'
import { wrap } from './wrap.ts'

type Details = NonNullable<PrintedTicket['details']>

const twoColumnRows = (rows: readonly Row[], columns: number): string[] =>
  rows.flatMap((row) => twoColumns(row, columns))

/**
 * From the sum of the items to the total, below a line: discounts, taxes that are added, and
 * what the till charged more or less. Nothing when the items alone make the total.
 */
export function discountRows(label: string, details: Details, columns: number): string[] {
  const { subtotal, discount = 0, addedTax = 0, adjustment = 0, tip = 0 } = details
  const rows: Row[] = []
  if (discount !== 0) rows.push([label || 'Discount', -discount])
  if (addedTax !== 0) rows.push(['Tax', addedTax])
  if (adjustment !== 0) rows.push(['Adjustment', adjustment])
  if (rows.length === 0 && tip === 0) return []
  if (subtotal !== undefined) rows.unshift(['Subtotal', subtotal])
  return ['-'.repeat(columns), ...twoColumnRows(rows, columns)]
}

/** Each tax with its rate, the net sum it is of, and its amount. */
export function taxRows(
  label: string,
  { taxes = [] }: Details,
  columns: number,
): string[] {
  if (taxes.length === 0) return []
  const rows = taxes.map(
    ({ name, ratePercent, net, tax }) =>
      [`${name} ${ratePercent}%`, formatPrice(net), formatPrice(tax)] as const,
  )
  return table([[label || 'Tax', 'Net', 'Tax'], ...rows], columns)
}

/** Each tender, and below it what was given in cash and the change, or the satoshis. */
export function tenderRows({ tenders = [] }: Details, columns: number): string[] {
  const rows = tenders.flatMap((tender): Row[] => {
    const { method, amount, given, change, satoshis, exchangeRate } = tender
    const worth = exchangeRate === undefined ? '' : `1 BTC = ${exchangeRate}`
    return [
      [method, amount],
      ...(given === undefined ? [] : [['  Given', given] as const]),
      ...(change === undefined ? [] : [['  Change', change] as const]),
      ...(satoshis === undefined ? [] : [[`  ${satoshis} sat`, worth] as const]),
    ]
  })
  return twoColumnRows(rows, columns)
}

/** The tip, if there is one. */
export const tipRows = (
  label: string,
  { tip = 0 }: Details,
  columns: number,
): string[] => (tip === 0 ? [] : twoColumns([label || 'Tip', tip], columns))

/** Each refund with its day and the method in which the money went back. */
export const refundRows = (
  label: string,
  { refunds = [] }: Details,
  columns: number,
): string[] =>
  twoColumnRows(
    refunds.map(({ date, method, amount }) => [
      [label || 'Refund', date, method].filter((part) => part !== '').join(' '),
      -amount,
    ]),
    columns,
  )

/** The rows of the summary of this title; of every summary, under its title, when it is blank. */
export function summaryRows(
  title: string,
  { summaries = [] }: Details,
  columns: number,
): string[] {
  const rowsOf = ({ rows }: Summary) =>
    twoColumnRows(
      rows.map(({ label, value }) => [label, value]),
      columns,
    )
  const named = summaries.filter((summary) => summary.title === title)
  if (title.trim() !== '') return named.flatMap(rowsOf)
  return summaries.flatMap((summary) => [
    ...wrap(toPrintable(summary.title), columns),
    ...rowsOf(summary),
  ])
}
