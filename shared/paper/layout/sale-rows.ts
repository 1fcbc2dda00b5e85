import { type Row, table, twoColumns } from './columns.ts'
import type { Page } from './paper.ts'
import { wrapped } from './paragraph.ts'
import { formatPrice } from './price.ts'
import type { PrintedTicket, Summary } from './printed-ticket.ts'

type Details = NonNullable<PrintedTicket['details']>

const twoColumnRows = (rows: readonly Row[], page: Page): string[] =>
  rows.flatMap((row) => twoColumns(row, page))

/**
 * From the sum of the items to the total, below a line: discounts, taxes that are added, and
 * what the till charged more or less. Nothing when the items alone make the total.
 */
export function discountRows(label: string, details: Details, page: Page): string[] {
  const { subtotal, discount = 0, addedTax = 0, adjustment = 0, tip = 0 } = details
  const rows: Row[] = []
  if (discount !== 0) rows.push([label || 'Discount', -discount])
  if (addedTax !== 0) rows.push(['Tax', addedTax])
  if (adjustment !== 0) rows.push(['Adjustment', adjustment])
  if (rows.length === 0 && tip === 0) return []
  if (subtotal !== undefined) rows.unshift(['Subtotal', subtotal])
  return ['-'.repeat(page.columns), ...twoColumnRows(rows, page)]
}

/** Each tax with its rate, the net sum it is of, and its amount. */
export function taxRows(label: string, { taxes = [] }: Details, page: Page): string[] {
  if (taxes.length === 0) return []
  const rows = taxes.map(
    ({ name, ratePercent, net, tax }) =>
      [`${name} ${ratePercent}%`, formatPrice(net), formatPrice(tax)] as const,
  )
  return table([[label || 'Tax', 'Net', 'Tax'], ...rows], page)
}

/** Each tender, and below it what was given in cash and the change, or the satoshis. */
export function tenderRows({ tenders = [] }: Details, page: Page): string[] {
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
  return twoColumnRows(rows, page)
}

/** The tip, if there is one. */
export const tipRows = (label: string, { tip = 0 }: Details, page: Page): string[] =>
  tip === 0 ? [] : twoColumns([label || 'Tip', tip], page)

/** Each refund with its day and the method in which the money went back. */
export const refundRows = (
  label: string,
  { refunds = [] }: Details,
  page: Page,
): string[] =>
  twoColumnRows(
    refunds.map(({ date, method, amount }) => [
      [label || 'Refund', date, method].filter((part) => part !== '').join(' '),
      -amount,
    ]),
    page,
  )

/** The rows of the summary of this title; of every summary, under its title, when it is blank. */
export function summaryRows(
  title: string,
  { summaries = [] }: Details,
  page: Page,
): string[] {
  const rowsOf = ({ rows }: Summary) =>
    twoColumnRows(
      rows.map(({ label, value }) => [label, value]),
      page,
    )
  const named = summaries.filter((summary) => summary.title === title)
  if (title.trim() !== '') return named.flatMap(rowsOf)
  return summaries.flatMap((summary) => [
    ...wrapped(summary.title, page),
    ...rowsOf(summary),
  ])
}
