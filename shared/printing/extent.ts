import { FONT, LINE_HEIGHT_PX } from './paper.ts'
import { resolvedBytes } from './placeholders.ts'
import type { Receipt } from './receipt.ts'
import { paragraph, printedBy } from './rows.ts'
import type { ElementStyle } from './template.ts'
import type { TicketData } from './ticket.ts'

/** A text of so many bytes fits a QR code at error correction M, whatever they are. */
const MAX_QR_BYTES = 2331

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
  const added: Partial<Record<string, number>> = {
    TABLE_ROW: itemsBytes(ticket),
    QRCODE: bytesOf(ticket.invoice ?? ''),
  }
  let bytes = 0
  for (const { type, value } of elements) {
    bytes += resolvedBytes(value, { ticket, config }) + (added[type] ?? 0)
    if (bytes > maxBytes) break
  }
  return bytes
}

/**
 * Lines that a receipt fills on the paper, without the feeds at its end. A QR code counts
 * as many lines as it is high. Counting stops above `maxLines`.
 */
export function lineCount(receipt: Receipt, maxLines: number): number {
  let lines = 0
  for (const element of receipt.elements) {
    const printed = printedBy(element, receipt)
    lines += 'qr' in printed ? qrLines(printed.qr, element.style) : printed.rows.length
    if (lines > maxLines) break
  }
  return lines
}

/**
 * Encoding a QR code is slow, so a value that may be too long for one counts as the longer of
 * code and text.
 */
function qrLines(value: string, { fontSize }: ElementStyle): number {
  const { qrSizePx, columns } = FONT[fontSize]
  const code = Math.ceil(qrSizePx / LINE_HEIGHT_PX) + 1
  if (bytesOf(value) <= MAX_QR_BYTES) return code
  return Math.max(code, paragraph(value, columns).length)
}

const itemsBytes = ({ items }: Pick<TicketData, 'items'>): number =>
  items.reduce((sum, { name, comments = [] }) => sum + bytesOf(name, ...comments), 0)

const bytesOf = (...texts: string[]): number =>
  texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0)
