import { findBaseCurrency, findConfig } from '../../selling/shop-config/config.ts'
import { defaultSettings } from '../layout/print-settings.ts'
import type { Receipt } from '../layout/receipt.ts'
import { sampleTicket } from '../layout/sample.ts'
import { receiptPicture } from './drawing.ts'
import { inShopsForm, orderTicket, readOrderFacts } from './order-ticket.ts'
import { type PreviewRequest, refuseTooLong } from './print-request.ts'
import { logoFor } from './shop-logo.ts'

/** A longer picture takes more than a request's time and memory. */
const maxPreviewLines = 500

/**
 * Draws the paper of a template as PNG (POST /templates/preview). Throws `notFound` for
 * an unknown order, `tooMuchText`, `tooManyLines` and `drawingFailed`.
 */
export async function preview(request: PreviewRequest): Promise<Uint8Array> {
  const { elements, ticketData, orderId, columns } = request
  const [current, base, facts] = await Promise.all([
    findConfig(),
    orderId === undefined ? findBaseCurrency() : undefined,
    orderId === undefined ? undefined : readOrderFacts(orderId),
  ])
  const { ticket, config = null } = facts
    ? orderTicket(facts, current)
    : { ticket: inShopsForm(ticketData ?? sampleTicket, base, current), config: current }
  const receipt: Receipt = {
    elements,
    ticket,
    config,
    settings: { ...defaultSettings, columns },
    ...(await logoFor(elements, config)),
  }
  await refuseTooLong(receipt, maxPreviewLines)
  return await receiptPicture(receipt)
}
