import { Failure } from '../failure.ts'
import { lineCount, textBytes, ticketBytes } from '../printing/extent.ts'
import type { Receipt } from '../printing/receipt.ts'
import { TicketData } from '../printing/ticket.ts'

// What a shop's agent draws within seconds. 2,000 lines are seven meters of paper.
const maxItems = 500
const maxComments = 20
const mostBytes = 64 * 1024
const mostLines = 2_000

/**
 * A ticket that a till may have printed. Its faults name `tooManyItems`,
 * `tooManyComments`, `tooMuchText`.
 */
export const PrintableTicket = TicketData.refine(
  ({ items }) => items.length <= maxItems,
  'tooManyItems',
)
  .refine(
    ({ items }) => items.every(({ comments = [] }) => comments.length <= maxComments),
    'tooManyComments',
  )
  .refine((ticket) => ticketBytes(ticket) <= mostBytes, 'tooMuchText')

/** Throws `tooMuchText`, `tooManyLines` for a receipt that its template makes too long. */
export function refuseTooLong(receipt: Receipt): void {
  // First, because counting lines works through all of the text.
  if (textBytes(receipt, mostBytes) > mostBytes) throw new Failure('tooMuchText')
  if (lineCount(receipt, mostLines) > mostLines) throw new Failure('tooManyLines')
}
