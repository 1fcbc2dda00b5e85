import { copyElement } from '../printing/layout.ts'
import { findConfig } from '../shop/config.ts'
import { markPrinted, unmarkPrinted } from './copy-mark.ts'
import { orderTicket } from './order-ticket.ts'
import type { PrintRequest } from './print-request.ts'
import { asOneCopy } from './printer-settings.ts'
import {
  findTargets,
  type PreparedJob,
  type Printable,
  prepareJobs,
  sendJobs,
} from './send-to-printers.ts'

/**
 * Sends a ticket, or that of an order, to the printers that the request is for and that are
 * available (POST /printers/print). The ticket of an order that was printed before is marked
 * as a copy. Throws `notFound` for an unknown order; `tooManyLines` or `tooMuchText`, before
 * anything is sent, when the ticket is too long for a printer; `printingFailed`, with its
 * cause, when it could be sent to none of them.
 */
export async function print(request: PrintRequest, nowMs: number): Promise<void> {
  const { orderId, refundId, ticketData } = request
  const [config, targets] = await Promise.all([findConfig(), findTargets(request, nowMs)])
  const prepare = (printable: Omit<Printable, 'config'>) =>
    prepareJobs(targets, request, { ...printable, config }, nowMs)
  if (orderId !== undefined) {
    const { ticket, edition, template } = await orderTicket(orderId, config, refundId)
    const permission = 'orders_read'
    const jobs = await prepare({ ticket, builtIn: template, permission })
    await sendTicketOf(orderId, edition, jobs)
  } else if (ticketData) await sendJobs(await prepare({ ticket: ticketData }))
}

/** Sends the ticket of an order, as a copy unless it is the first of its edition. */
async function sendTicketOf(
  orderId: string,
  edition: string,
  jobs: readonly PreparedJob[],
): Promise<void> {
  const original = await markPrinted(orderId, edition)
  let queued = 0
  try {
    queued = await sendJobs(original ? jobs : jobs.map(asCopy))
  } finally {
    // Printers that print nothing, or failed, have printed no original
    if (original && queued === 0) await unmarkPrinted(orderId, original)
  }
}

function asCopy(prepared: PreparedJob): PreparedJob {
  if (prepared.status === 'rejected' || !prepared.value) return prepared
  const { job, ...rest } = prepared.value
  const copy = {
    ...job,
    elements: [copyElement, ...job.elements],
    settings: asOneCopy(job.settings),
  }
  return { ...prepared, value: { ...rest, job: copy } }
}
