import { toPrintable } from './cp850.ts'
import { FONT } from './paper.ts'
import { resolvePlaceholders } from './placeholders.ts'
import { formatPrice } from './price.ts'
import type { Receipt } from './receipt.ts'
import type { TemplateElement } from './template.ts'
import type { TicketItem } from './ticket.ts'
import { wrap } from './wrap.ts'

/** What an element prints: rows of text, or a QR code of a value that is not blank. */
export type Printed = { rows: string[] } | { qr: string }

/** What an element of a receipt prints. Every row fits the columns of the element's font. */
export function printedBy(element: TemplateElement, receipt: Receipt): Printed {
  const { type, style } = element
  const { ticket } = receipt
  const { columns } = FONT[style.fontSize]
  const value = resolvePlaceholders(element.value, receipt)
  switch (type) {
    case 'HEADER':
    case 'TEXT':
    case 'FOOTER':
    case 'TABLE_HEADER':
    case 'LINE_BREAK':
      return { rows: paragraph(value, columns) }
    case 'SEPARATOR':
      return { rows: [''.padEnd(columns, toPrintable(value))] }
    case 'TABLE_ROW':
      return { rows: ticket.items.flatMap((item) => itemRows(item, columns)) }
    case 'TOTAL_ROW': {
      const total = twoColumns(toPrintable(value) || 'TOTAL', ticket.total, columns)
      return { rows: ['-'.repeat(columns), ...total] }
    }
    case 'QRCODE': {
      const qr = value.trim() === '' ? (ticket.invoice ?? '') : value
      return qr.trim() === '' ? { rows: [] } : { qr }
    }
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

function itemRows({ quantity, name, price, comments = [] }: TicketItem, columns: number) {
  const row = twoColumns(toPrintable(`${quantity}x ${name}`), price, columns)
  return [...row, ...comments.flatMap((comment) => commentRows(comment, columns))]
}

// Comments wrap: a kitchen must not miss the end of "no nuts, allergic".
function commentRows(comment: string, columns: number): string[] {
  const [first = '', ...others] = wrap(toPrintable(comment), columns - 4)
  return [`  - ${first}`, ...others.map((text) => `    ${text}`)]
}

// Only a price wider than the paper takes more than one row: digits are never cut off.
function twoColumns(left: string, amount: number, columns: number): string[] {
  const right = formatPrice(amount)
  const leftColumns = Math.max(0, columns - right.length)
  const fitting = left.slice(0, Math.max(0, leftColumns - 1))
  return wrap(fitting.padEnd(leftColumns) + right, columns)
}
