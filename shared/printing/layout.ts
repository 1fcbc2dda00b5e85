import { toPrintable } from './cp850.ts'
import { FONT } from './paper.ts'
import { resolvePlaceholders } from './placeholders.ts'
import { formatPrice } from './price.ts'
import { encodeQr } from './qr.ts'
import type { Receipt } from './receipt.ts'
import type { ElementStyle, TemplateElement } from './template.ts'
import type { TicketItem } from './ticket.ts'
import { wrap } from './wrap.ts'

/** What printers and pictures draw, one after the other from the top of the paper. */
export type Line =
  | { kind: 'text'; text: string; style: ElementStyle }
  | { kind: 'qr'; value: string; modules: boolean[][]; style: ElementStyle }
  | { kind: 'feed'; lines: number }
  | { kind: 'cut' }

const COPY_STYLE: ElementStyle = {
  bold: true,
  justification: 'CENTER',
  fontSize: 'NORMAL',
}

/**
 * Lays a receipt out to the letter of contract 9. Every text fits the columns of
 * its font and holds printable cp850 characters only. A copy is marked at the top:
 * the receipt may have been printed before.
 */
export function layout(receipt: Receipt, { copy = false } = {}): Line[] {
  const copyMark = copy ? textLines(['*** COPY ***'], COPY_STYLE) : []
  const printed = receipt.elements.flatMap((element) => elementLines(element, receipt))
  return [...copyMark, ...printed, { kind: 'feed', lines: 5 }, { kind: 'cut' }]
}

function elementLines(element: TemplateElement, receipt: Receipt): Line[] {
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
      return textLines(paragraph(value, columns), style)
    case 'SEPARATOR':
      return textLines([''.padEnd(columns, toPrintable(value))], style)
    case 'TABLE_ROW':
      return textLines(
        ticket.items.flatMap((item) => itemRows(item, columns)),
        style,
      )
    case 'TOTAL_ROW': {
      const total = twoColumns(toPrintable(value) || 'TOTAL', ticket.total, columns)
      return textLines(['-'.repeat(columns), ...total], style)
    }
    case 'QRCODE':
      return qrLines(value.trim() === '' ? (ticket.invoice ?? '') : value, style)
  }
}

function textLines(texts: string[], style: ElementStyle): Line[] {
  return texts.map((text) => ({ kind: 'text', text, style }))
}

// A value is one line until the paper ends. Then it wraps rather than being cut: an
// address or an invoice that lost its end would be worthless. A final line break
// only ends the line it stands on.
function paragraph(value: string, columns: number): string[] {
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

function qrLines(value: string, style: ElementStyle): Line[] {
  if (value.trim() === '') return []
  const modules = encodeQr(value)
  if (!modules) return textLines(paragraph(value, FONT[style.fontSize].columns), style)
  return [
    { kind: 'qr', value, modules, style },
    { kind: 'feed', lines: 1 },
  ]
}
