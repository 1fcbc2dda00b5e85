import { widestAmount } from './amounts.ts'
import type { Bitmap } from './bitmap.ts'
import { twoColumns } from './columns.ts'
import { toPrintable } from './cp850.ts'
import { columnsOf, narrowerFont } from './paper.ts'
import { resolvePlaceholders } from './placeholders.ts'
import { defaultSettings } from './print-settings.ts'
import type { PrintedItem } from './printed-ticket.ts'
import type { Receipt } from './receipt.ts'
import {
  discountRows,
  refundRows,
  summaryRows,
  taxRows,
  tenderRows,
  tipRows,
} from './sale-rows.ts'
import type { ElementStyle, TemplateElement } from './template.ts'
import { wrap } from './wrap.ts'

/** What an element prints: rows of text, a QR code of a value that is not blank, a picture. */
export type Printed = { rows: string[] } | { qr: string } | { bitmap: Bitmap }

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

const nothing: Printed = { rows: [] }

/** What an element of a receipt prints. Every row fits the columns of the element's font. */
export function printedBy(element: TemplateElement, receipt: Receipt): Printed {
  const { type } = element
  const { ticket, logo } = receipt
  const { details = {} } = ticket
  const columns = columnsOf(styleOn(element, receipt).fontSize, paperOf(receipt))
  const resolved = resolvePlaceholders(element.value, receipt)
  const value = resolved ?? ''
  switch (type) {
    case 'HEADER':
    case 'TEXT':
    case 'FOOTER':
    case 'TABLE_HEADER':
    case 'LINE_BREAK':
      return resolved === undefined ? nothing : { rows: paragraph(value, columns) }
    case 'SEPARATOR':
      return { rows: [''.padEnd(columns, toPrintable(value))] }
    case 'TABLE_ROW':
      return { rows: ticket.items.flatMap((item) => itemRows(item, columns)) }
    case 'TOTAL_ROW': {
      if (ticket.total === null) return nothing
      const total = twoColumns([value || 'TOTAL', ticket.total], columns)
      return { rows: ['-'.repeat(columns), ...total] }
    }
    case 'QRCODE': {
      const qr = value.trim() === '' ? (ticket.invoice ?? '') : value
      return qr.trim() === '' ? nothing : { qr }
    }
    case 'LOGO':
      return logo ? { bitmap: logo } : nothing
    case 'DISCOUNT_ROWS':
      return { rows: discountRows(value, details, columns) }
    case 'TAX_ROWS':
      return { rows: taxRows(value, details, columns) }
    case 'TENDER_ROWS':
      return { rows: tenderRows(details, columns) }
    case 'TIP_ROW':
      return { rows: tipRows(value, details, columns) }
    case 'REFUND_ROWS':
      return { rows: refundRows(value, details, columns) }
    case 'SUMMARY_ROWS':
      return { rows: summaryRows(value, details, columns) }
  }
}

/**
 * A text in rows of at most `columns` characters. A longer line is wrapped and not cut off:
 * an address or an invoice without its end is useless. A line break at the end of the text
 * adds no row.
 */
export function paragraph(value: string, columns: number): string[] {
  const paragraphs = value.replace(/(\r\n|[\n\r])$/, '').split(/\r\n|[\n\r]/)
  return paragraphs.flatMap((text) => wrap(toPrintable(text), columns))
}

// A name without a price wraps, as comments do: a kitchen must read it to its end.
function itemRows(
  { quantity, name, price, comments = [] }: PrintedItem,
  columns: number,
) {
  const label = `${quantity}x ${name}`
  const row =
    price === null
      ? indented(wrap(toPrintable(label), columns - 3))
      : twoColumns([label, price], columns)
  return [...row, ...comments.flatMap((comment) => commentRows(comment, columns))]
}

const indented = ([first = '', ...others]: string[]): string[] => [
  first,
  ...others.map((text) => `   ${text}`),
]

// Comments wrap: a kitchen must not miss the end of "no nuts, allergic".
function commentRows(comment: string, columns: number): string[] {
  const [first = '', ...others] = wrap(toPrintable(comment), columns - 4)
  return [`  - ${first}`, ...others.map((text) => `    ${text}`)]
}
