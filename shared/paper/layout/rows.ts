import { widestAmount } from './amounts.ts'
import type { Bitmap } from './bitmap.ts'
import { twoColumns } from './columns.ts'
import { columnsOf, narrowerFont, type Page } from './paper.ts'
import { paragraph, wrapped } from './paragraph.ts'
import { resolvePlaceholders } from './placeholders.ts'
import { codePageOf, defaultSettings } from './print-settings.ts'
import { toPrintable } from './printable.ts'
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
import { fittingEnd, textColumns } from './text-columns.ts'

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

/** The columns of a font on the receipt's paper, and the letters of its printer. */
export const pageOf = (receipt: Receipt, fontSize: ElementStyle['fontSize']): Page => ({
  columns: columnsOf(fontSize, paperOf(receipt)),
  codePage: codePageOf(receipt.settings ?? defaultSettings),
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
    case 'DISCOUNT_ROWS':
      return { rows: discountRows(value, details, page) }
    case 'TAX_ROWS':
      return { rows: taxRows(value, details, page) }
    case 'TENDER_ROWS':
      return { rows: tenderRows(details, page) }
    case 'TIP_ROW':
      return { rows: tipRows(value, details, page) }
    case 'REFUND_ROWS':
      return { rows: refundRows(value, details, page) }
    case 'SUMMARY_ROWS':
      return { rows: summaryRows(value, details, page) }
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
