import { allAgents } from '../agents/agents.ts'
import { type PrinterPlace, reachablePrinters } from '../agents/printer-names.ts'
import { Failure } from '../failure.ts'
import { repeatableId } from '../http/idempotency/repeatable-id.ts'
import { receiptTemplate } from '../printing/built-in.ts'
import { copyElement } from '../printing/layout.ts'
import type { PrintedTicket } from '../printing/printed-ticket.ts'
import { findConfig, type ShopConfig } from '../shop/config.ts'
import { markPrinted, unmarkPrinted } from './copy-mark.ts'
import { orderTicket } from './order-ticket.ts'
import { type AgentJob, jobOf, queueJob } from './print-jobs.ts'
import type { PrintRequest } from './print-request.ts'
import type { Printer } from './printer.ts'
import { asOneCopy } from './printer-settings.ts'
import { allPrinters } from './printers.ts'
import { targetsOf, templateNameFor } from './targets.ts'
import { findTemplateByName } from './templates.ts'

/**
 * Sends a ticket, or that of an order, to the printers that the request is for and that are
 * available (POST /printers/print). The ticket of an order that was printed before is marked
 * as a copy. Throws `notFound` for an unknown order; `tooManyLines` or `tooMuchText`, before
 * anything is sent, when the ticket is too long for a printer; `printingFailed`, with its
 * cause, when it could be sent to none of them.
 */
export async function print(request: PrintRequest, nowMs: number): Promise<void> {
  const { orderId } = request
  const [printers, agents, config] = await Promise.all([
    allPrinters(),
    allAgents(),
    findConfig(),
  ])
  const order = orderId === undefined ? undefined : await orderTicket(orderId, config)
  const ticket = order?.ticket ?? request.ticketData
  if (!ticket) throw new Failure('invalid', { fault: 'ticketData is required' })
  const reachable = reachablePrinters(agents, nowMs)
  const jobs = await Promise.allSettled(
    targetsOf(printers, request).flatMap((printer) => {
      const place = reachable.find(printer.printerName)
      return place ? [jobFor(printer, place, { request, ticket, config }, nowMs)] : []
    }),
  )
  for (const job of jobs) if (isTooLong(job)) throw job.reason
  if (!order || orderId === undefined) return await sendJobs(jobs)
  const original = await markPrinted(orderId, order.edition)
  try {
    await sendJobs(original ? jobs : jobs.map(asCopy))
  } catch (error) {
    if (original) await unmarkPrinted(orderId, original)
    throw error
  }
}

type PreparedJob = PromiseSettledResult<AgentJob | undefined>

/** Throws `printingFailed` when none of the jobs could be sent. */
async function sendJobs(jobs: readonly PreparedJob[]): Promise<void> {
  const sent = await Promise.allSettled(
    jobs.map(async (job) => {
      if (job.status === 'rejected') throw job.reason
      if (job.value) await queueJob(job.value)
    }),
  )
  if (sent.some(({ status }) => status === 'fulfilled')) return
  const failed = sent.find((each) => each.status === 'rejected')
  throw new Failure('printingFailed', {}, { cause: failed?.reason ?? new NoPrinter() })
}

/** The request is for no printer, or none of its printers is available. */
class NoPrinter extends Error {
  override message = 'no printer for this ticket is available'
}

const isTooLong = (job: PromiseSettledResult<unknown>): job is PromiseRejectedResult =>
  job.status === 'rejected' &&
  job.reason instanceof Failure &&
  ['tooManyLines', 'tooMuchText'].includes(job.reason.kind)

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

type Printable = {
  readonly request: PrintRequest
  readonly ticket: PrintedTicket
  readonly config: ShopConfig | undefined
}

/** The job that prints a ticket on a printer; undefined when it prints nothing there. */
async function jobFor(
  printer: Printer,
  { agent, printerName }: PrinterPlace,
  { request, ticket, config }: Printable,
  nowMs: number,
): Promise<AgentJob | undefined> {
  const templateName = templateNameFor(printer, request)
  const isUnnamed = templateName === undefined
  if (templateName === null || (isUnnamed && request.orderId === undefined)) return
  const template = isUnnamed ? receiptTemplate : await findTemplateByName(templateName)
  if (!template) throw new Error(`there is no template "${templateName}"`)
  return await jobOf(
    { id: repeatableId(printer.id), printerName, agent, printer },
    { template, ticket, config },
    nowMs,
  )
}
