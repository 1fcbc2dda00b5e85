import { lineHeightPx, qrSizePx, scaleOf } from './paper.ts'
import { resolvedBytes } from './placeholders.ts'
import type { PrintedTicket, Receipt, Summary, TicketData } from './receipt.ts'
import { pageOf, paperOf, printedBy } from './rows.ts'
import type { ElementStyle } from './template.ts'
import { paragraph } from './text-rows.ts'

/** The most bytes that always fit a QR code at error correction M. */
const maxQrBytes = 2331

/** UTF-8 bytes of all the text of a ticket. */
export const ticketBytes = ({ items, ...ticket }: TicketData): number =>
  bytesOf(ticket.ticketId, ticket.tableName, ticket.roomName, ticket.date) +
  bytesOf(ticket.invoice ?? '') +
  itemsBytes({ items })

/**
 * UTF-8 bytes of the text that a receipt prints; text that its template repeats counts each
 * time. Counting stops above `maxBytes`. Placeholders are counted and not replaced, so that
 * counting is cheap however long their values are.
 */
export function textBytes(
  { elements, ticket, config }: Receipt,
  maxBytes: number,
): number {
  const { taxes = [], tenders = [], refunds = [], summaries = [] } = ticket.details ?? {}
  const added: Partial<Record<string, number>> = {
    TABLE_ROW: itemsBytes(ticket),
    ITEM_ROWS: itemsBytes(ticket),
    KITCHEN_ROWS: itemsBytes(ticket),
    QRCODE: bytesOf(ticket.invoice ?? ''),
    TAX_ROWS: bytesOf(...taxes.map(({ name }) => name)),
    TENDER_ROWS: bytesOf(...tenders.map(({ method }) => method)),
    REFUND_ROWS: bytesOf(...refunds.flatMap(({ date, method }) => [date, method])),
    SUMMARY_ROWS: bytesOf(...summaries.flatMap(summaryTexts)),
  }
  let bytes = 0
  for (const { type, value } of elements) {
    bytes += resolvedBytes(value, { ticket, config }) + (added[type] ?? 0)
    if (bytes > maxBytes) break
  }
  return bytes
}

/**
 * Lines that a receipt fills on the paper, without the feeds at its end. QR codes
 * and the logo count as many lines as they are high. Counting stops above `maxLines`.
 */
export function lineCount(receipt: Receipt, maxLines: number): number {
  let lines = 0
  for (const element of receipt.elements) {
    const printed = printedBy(element, receipt)
    if ('rows' in printed) lines += printed.rows.length * scaleOf(element.style).height
    else if ('qr' in printed) lines += qrLines(printed.qr, element.style, receipt)
    else lines += pictureLines(printed.bitmap.heightPx)
    if (lines > maxLines) break
  }
  return lines
}

/**
 * Encoding a QR code is slow, so a value that may be too long for one counts as the longer of
 * code and text.
 */
function qrLines(value: string, style: ElementStyle, receipt: Receipt): number {
  const code = pictureLines(qrSizePx(style.fontSize, paperOf(receipt)))
  if (bytesOf(value) <= maxQrBytes) return code
  return Math.max(code, paragraph(value, pageOf(receipt, style)).length)
}

/** With the line that is fed below it. */
const pictureLines = (heightPx: number) => Math.ceil(heightPx / lineHeightPx) + 1

const itemsBytes = ({ items }: Pick<PrintedTicket, 'items'>): number =>
  items.reduce(
    (sum, { name, course = '', comments = [] }) =>
      sum + bytesOf(name, course, ...comments),
    0,
  )

const summaryTexts = ({ title, rows }: Summary): string[] => [
  title,
  ...rows.flatMap(({ label, value }) => [label, String(value)]),
]

const bytesOf = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
