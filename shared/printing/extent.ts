import { FONT, LINE_HEIGHT_PX } from './paper.ts'
import { resolvedBytes } from './placeholders.ts'
import type { Receipt } from './receipt.ts'
import { paragraph, printedBy } from './rows.ts'
import type { ElementStyle } from './template.ts'
import type { TicketData } from './ticket.ts'

/** So many bytes fit a QR code at error correction M, whatever they are. */
const MAX_QR_BYTES = 2331

/** Bytes of all the text of a ticket, as UTF-8. */
export const ticketBytes = ({ items, ...ticket }: TicketData): number =>
  bytesOf(ticket.ticketId, ticket.tableName, ticket.roomName, ticket.date) +
  bytesOf(ticket.invoice ?? '') +
  itemsBytes({ items })

/**
 * Bytes of the text that a receipt prints, as UTF-8, with what its template repeats as
 * often as it does. It stops counting beyond `most`; placeholders are not filled in, so
 * that it costs little however much they would add.
 */
export function textBytes({ elements, ticket, config }: Receipt, most: number): number {
  const added: Partial<Record<string, number>> = {
    TABLE_ROW: itemsBytes(ticket),
    QRCODE: bytesOf(ticket.invoice ?? ''),
  }
  let bytes = 0
  for (const { type, value } of elements) {
    bytes += resolvedBytes(value, { ticket, config }) + (added[type] ?? 0)
    if (bytes > most) break
  }
  return bytes
}

/**
 * Lines that a receipt fills on the paper, without the feeds at its end. A QR code counts
 * as many as it is high. It stops counting beyond `most`.
 */
export function lineCount(receipt: Receipt, most: number): number {
  let lines = 0
  for (const element of receipt.elements) {
    const printed = printedBy(element, receipt)
    lines += 'qr' in printed ? qrLines(printed.qr, element.style) : printed.rows.length
    if (lines > most) break
  }
  return lines
}

/** Encoding a code takes long, so what may not fit one counts as the longer of both. */
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
