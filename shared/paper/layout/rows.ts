import type { Bitmap } from './bitmap.ts'
import { columnsOf, narrowerFont, type Page } from './paper.ts'
import { resolvePlaceholders } from './placeholders.ts'
import { codePageOf, defaultSettings } from './print-settings.ts'
import { toPrintable } from './printable.ts'
import {
  formatPrice,
  type PrintedItem,
  type PrintedTicket,
  type Receipt,
} from './receipt.ts'
import type { ElementStyle, TemplateElement } from './template.ts'
import {
  amountText,
  cellWidths,
  fittingEnd,
  paragraph,
  type Row,
  table,
  textColumns,
  twoColumns,
  wrapped,
} from './text-rows.ts'

/** What an element prints: rows of text, a QR code of a value that is not blank, a picture. */
export type Printed = { rows: string[] } | { qr: string } | { bitmap: Bitmap }

type Details = NonNullable<PrintedTicket['details']>

/** The columns of a receipt's paper. */
export const paperOf = ({ settings = defaultSettings }: Pick<Receipt, 'settings'>) =>
  settings.columns

/**
 * The style of an element on the receipt's paper. On paper narrower than 48 columns amounts
 * that would not fit a line are printed in a narrower font: a price must not wrap.
 */
export function styleOn(element: TemplateElement, receipt: Receipt): ElementStyle {
  const columns = paperOf(receipt)
  let { fontSize } = element.style
  if (columns === defaultSettings.columns) return element.style
  const widest = widestAmount(element, receipt.ticket)
  while (widest > columnsOf(fontSize, columns)) {
    const narrower = narrowerFont(fontSize)
    if (!narrower) break
    fontSize = narrower
  }
  return { ...element.style, fontSize }
}

/** Characters of the widest amount or text that an element prints on the right; 0 without. */
function widestAmount(
  { type, value }: TemplateElement,
  { items, total, details = {} }: PrintedTicket,
): number {
  const digits = details.fractionDigits
  const widest = (amounts: readonly (number | string)[]) =>
    Math.max(0, ...amounts.map((amount) => amountText(amount, digits).length))
  if (type === 'TABLE_ROW') return widest(items.flatMap(({ price }) => price ?? []))
  if (type === 'TOTAL_ROW' && total !== null) {
    // With enough of its label to tell what it is
    return widest([`${(value || 'TOTAL').slice(0, 5)} ${formatPrice(total, digits)}`])
  }
  if (type === 'TAX_ROWS') {
    const [net = 0, tax = 0] = cellWidths(taxRows('', details))
    return net + 2 + tax
  }
  if (type === 'SUMMARY_ROWS') {
    const rows = summariesOf(value, details).flatMap((summary) => summary.rows)
    return widest(rows.map((row) => row.value))
  }
  const rows = amountRows[type]?.(value, details) ?? []
  return widest(rows.map(([, amount]) => amount))
}

/** The columns of a font on the receipt's paper, and the letters of its printer. */
export const pageOf = (receipt: Receipt, fontSize: ElementStyle['fontSize']): Page => ({
  columns: columnsOf(fontSize, paperOf(receipt)),
  codePage: codePageOf(receipt.settings ?? defaultSettings),
  fractionDigits: receipt.ticket.details?.fractionDigits,
})

const nothing: Printed = { rows: [] }

/** What an element of a receipt prints. Every row fits the columns of the element's font. */
export function printedBy(element: TemplateElement, receipt: Receipt): Printed {
  const { type } = element
  const { ticket, logo } = receipt
  const { details = {} } = ticket
  const page = pageOf(receipt, styleOn(element, receipt).fontSize)
  const resolved = resolvePlaceholders(element.value, receipt)
  const value = resolved ?? ''
  const inTwoColumns = (rows: readonly Row[] = []) =>
    rows.flatMap((row) => twoColumns(row, page))
  switch (type) {
    case 'HEADER':
    case 'TEXT':
    case 'FOOTER':
    case 'TABLE_HEADER':
    case 'LINE_BREAK':
      return resolved === undefined ? nothing : { rows: paragraph(value, page) }
    case 'SEPARATOR':
      return { rows: [separator(value, page)] }
    case 'TABLE_ROW':
      return { rows: ticket.items.flatMap((item) => itemRows(item, page)) }
    case 'TOTAL_ROW': {
      if (ticket.total === null) return nothing
      const total = twoColumns([value || 'TOTAL', ticket.total], page)
      return { rows: ['-'.repeat(page.columns), ...total] }
    }
    case 'QRCODE': {
      const qr = value.trim() === '' ? (ticket.invoice ?? '') : value
      return qr.trim() === '' ? nothing : { qr }
    }
    case 'LOGO':
      return logo ? { bitmap: logo } : nothing
    case 'DISCOUNT_ROWS': {
      const rows = inTwoColumns(amountRows[type]?.(value, details))
      const isShown = rows.length > 0 || (details.tip ?? 0) !== 0
      return isShown ? { rows: ['-'.repeat(page.columns), ...rows] } : nothing
    }
    case 'TAX_ROWS':
      return { rows: table(taxRows(value, details), page) }
    case 'SUMMARY_ROWS':
      return {
        rows: summariesOf(value, details).flatMap(({ title, rows }) => [
          ...(value.trim() === '' ? wrapped(title, page) : []),
          ...inTwoColumns(rows.map((row) => [row.label, row.value])),
        ]),
      }
    case 'TENDER_ROWS':
    case 'TIP_ROW':
    case 'REFUND_ROWS':
      return { rows: inTwoColumns(amountRows[type]?.(value, details)) }
  }
}

function separator(value: string, { columns, codePage }: Page): string {
  const pattern = toPrintable(value, codePage)
  if (textColumns(pattern) === 0) return ''
  const filled = pattern.repeat(columns)
  return filled.slice(0, fittingEnd(filled, columns))
}

// A name without a price wraps, as comments do: a kitchen must read it to its end.
function itemRows({ quantity, name, price, comments = [] }: PrintedItem, page: Page) {
  const label = `${quantity}x ${name}`
  const row =
    price === null
      ? indented(wrapped(label, narrower(page, 3)), '', '   ')
      : twoColumns([label, price], page)
  return [...row, ...comments.flatMap((comment) => commentRows(comment, page))]
}

// Comments wrap: a kitchen must not miss the end of "no nuts, allergic".
const commentRows = (comment: string, page: Page): string[] =>
  indented(wrapped(comment, narrower(page, 4)), '  - ', '    ')

const indented = (
  [first = '', ...others]: string[],
  before: string,
  beforeOthers: string,
): string[] => [before + first, ...others.map((text) => beforeOthers + text)]

const narrower = (page: Page, columns: number): Page => ({
  ...page,
  columns: page.columns - columns,
})

/** Each tax with its rate, the net sum it is of, and its amount. */
function taxRows(label: string, { taxes = [], fractionDigits }: Details) {
  const rows = taxes.map(
    ({ name, ratePercent, net, tax }) =>
      [
        `${name} ${ratePercent}%`,
        formatPrice(net, fractionDigits),
        formatPrice(tax, fractionDigits),
      ] as const,
  )
  return rows.length > 0 ? [[label || 'Tax', 'Net', 'Tax'] as const, ...rows] : []
}

/** The summaries of this title; every one when it is blank. */
const summariesOf = (title: string, { summaries = [] }: Details) =>
  title.trim() === '' ? summaries : summaries.filter((each) => each.title === title)

/** The labels and amounts that an element prints of a sale. */
const amountRows: Partial<
  Record<TemplateElement['type'], (label: string, details: Details) => Row[]>
> = {
  /** From the sum of the items to the total; nothing when the items alone make the total. */
  DISCOUNT_ROWS: (label, { subtotal, tip = 0, ...details }) => {
    const { discount = 0, addedTax = 0, adjustment = 0 } = details
    const rows: Row[] = []
    if (discount !== 0) rows.push([label || 'Discount', -discount])
    if (addedTax !== 0) rows.push(['Tax', addedTax])
    if (adjustment !== 0) rows.push(['Adjustment', adjustment])
    const hasSubtotal = subtotal !== undefined && (rows.length > 0 || tip !== 0)
    return hasSubtotal ? [['Subtotal', subtotal], ...rows] : rows
  },
  TIP_ROW: (label, { tip = 0 }) => (tip === 0 ? [] : [[label || 'Tip', tip]]),
  /**
   * What the total is rounded by, then each tender, with what was given in cash and the
   * change, or the satoshis, below it.
   */
  TENDER_ROWS: (_label, { tenders = [], rounding = 0 }) => [
    ...(rounding === 0 ? [] : [['Rounding', rounding] as const]),
    ...tenders.flatMap((tender): Row[] => {
      const { method, amount, given, change, satoshis, exchangeRate, rateSource } = tender
      const worth = exchangeRate === undefined ? '' : `1 BTC = ${exchangeRate}`
      return [
        [method, amount],
        ...(given === undefined ? [] : [['  Given', given] as const]),
        ...(change === undefined ? [] : [['  Change', change] as const]),
        ...(satoshis === undefined ? [] : [[`  ${satoshis} sat`, worth] as const]),
        ...(rateSource === undefined ? [] : [['  Rate by', rateSource] as const]),
      ]
    }),
  ],
  REFUND_ROWS: (label, { refunds = [] }) =>
    refunds.flatMap(({ number = '', date, method, amount, rounding = 0 }): Row[] => [
      [
        [label || 'Refund', number, date, method].filter((part) => part !== '').join(' '),
        -amount,
      ],
      ...(rounding === 0 ? [] : [['  Rounding', rounding] as const]),
    ]),
}
