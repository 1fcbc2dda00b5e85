import { Failure } from '../../failure.ts'
import { failing } from '../../validation/parse.ts'
import { lineCount, textBytes, ticketBytes } from '../layout/extent.ts'
import type { Receipt } from '../layout/receipt.ts'
import { TicketData } from '../layout/ticket.ts'

// An agent renders so much within seconds. 2,000 lines are seven meters of paper.
const maxItems = 500
const maxComments = 20
const maxTextBytes = 64 * 1024
const maxLines = 2_000

/**
 * A ticket that is short enough to be printed. Its issues name
 * the failures `tooManyItems`, `tooManyComments`, `tooMuchText`.
 */
export const PrintableTicket = TicketData.refine(
  ({ items }) => items.length <= maxItems,
  failing('tooManyItems'),
)
  .refine(
    ({ items }) => items.every(({ comments = [] }) => comments.length <= maxComments),
    failing('tooManyComments'),
  )
  .refine((ticket) => ticketBytes(ticket) <= maxTextBytes, failing('tooMuchText'))

/** Throws `tooMuchText` or `tooManyLines` when the template makes a receipt too long. */
export function refuseTooLong(receipt: Receipt): void {
  // Bytes first: they bound the work of counting lines.
  if (textBytes(receipt, maxTextBytes) > maxTextBytes) throw new Failure('tooMuchText')
  if (lineCount(receipt, maxLines) > maxLines) throw new Failure('tooManyLines')
}
