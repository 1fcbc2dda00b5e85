import type { RequestKey } from '../../idempotency/request-key.ts'
import { findConfig } from '../../shop/config.ts'
import { copyElement } from '../layout/layout.ts'
import { markPrinted, type Original, unmarkPrinted } from './copy-mark.ts'
import { orderTicket, readOrderFacts } from './order-ticket.ts'
import type { PrintRequest } from './print-request.ts'
import { asOneCopy } from './printer-configuration.ts'
import {
  findTargets,
  type PreparedJob,
  type Printable,
  type PrintingRequest,
  prepareJobs,
  sendJobs,
} from './send-to-printers.ts'

/**
 * Sends a ticket, or that of an order, to the printers that the request is for and that are
 * available (POST /printers/print). The ticket of an order that was printed before is marked
 * as a copy. Throws `notFound` for an unknown order, `refundNotFound`; `tooManyLines` or
 * `tooMuchText`, before anything is sent, when the ticket is too long for a printer; and what
 * `sendJobs` throws.
 */
export async function print(
  request: PrintRequest,
  { nowMs, key }: PrintingRequest,
): Promise<void> {
  const { orderId, refundId, ticketData } = request
  const [config, targets, facts] = await Promise.all([
    findConfig(),
    findTargets(request, nowMs),
    orderId === undefined ? undefined : readOrderFacts(orderId, refundId),
  ])
  const prepare = (printable: Printable) =>
    prepareJobs(targets, printable, { nowMs, key })
  if (facts) {
    const { original, template, ...sold } = orderTicket(facts, config, refundId)
    const permission = 'orders_read'
    const isOfSale = refundId !== undefined || facts.order.sale !== undefined
    const jobs = await prepare({ ...sold, builtIn: template, permission, isOfSale })
    await sendOnce(original, jobs, key)
  } else if (ticketData) await sendJobs(await prepare({ ticket: ticketData, config }))
}

/** Sends jobs, as copies unless they are the first of what they print. */
async function sendOnce(
  original: Original,
  jobs: readonly PreparedJob[],
  key: RequestKey | undefined,
): Promise<void> {
  const mark = await markPrinted(original, key)
  let queued = 0
  try {
    queued = await sendJobs(mark ? jobs : jobs.map(asCopy))
  } finally {
    // Printers that print nothing, or failed, have printed no original
    if (mark && queued === 0) await unmarkPrinted(original, mark)
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
