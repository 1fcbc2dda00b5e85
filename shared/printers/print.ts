import { type AgentRecord, allAgents } from '../agents/agents.ts'
import { recordJob, recordOutcome } from '../agents/print-jobs.ts'
import { sendJob } from '../agents/print-queues.ts'
import { type PrinterPlace, reachablePrinters } from '../agents/printer-names.ts'
import { jobTtlMs, PrintJob } from '../agents/protocol/print-job.ts'
import { Failure } from '../failure.ts'
import { repeatableId } from '../http/idempotency/repeatable-id.ts'
import { findConfig } from '../shop/config.ts'
import { refuseTooLong } from './limits.ts'
import type { PrintRequest } from './print-request.ts'
import type { Printer } from './printer.ts'
import { allPrinters } from './printers.ts'
import { targetsOf, templateNameFor } from './targets.ts'
import { findTemplateByName } from './templates.ts'

/**
 * Sends a ticket to the printers that the request is for and that are available (POST
 * /printers/print). Throws `tooManyLines` or `tooMuchText`, before anything is sent, when
 * the ticket is too long for one of them. Throws `printingFailed`, with its cause, when it
 * could be sent to none of them.
 */
export async function print(request: PrintRequest, nowMs: number): Promise<void> {
  const [printers, agents] = await Promise.all([allPrinters(), allAgents()])
  const reachable = reachablePrinters(agents, nowMs)
  const jobs = await Promise.allSettled(
    targetsOf(printers, request).flatMap((printer) => {
      const place = reachable.find(printer.printerName)
      return place ? [jobFor(printer, place, request, nowMs)] : []
    }),
  )
  for (const job of jobs) if (isTooLong(job)) throw job.reason
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

/** A job and the agent that prints it. */
type AgentJob = { readonly agent: AgentRecord; readonly job: PrintJob }

/** The job that prints a ticket on a printer; undefined when it prints nothing there. */
async function jobFor(
  printer: Printer,
  { agent, printerName }: PrinterPlace,
  request: PrintRequest,
  nowMs: number,
): Promise<AgentJob | undefined> {
  const templateName = templateNameFor(printer, request)
  if (templateName === null) return undefined
  const [template, config] = await Promise.all([
    findTemplateByName(templateName),
    findConfig(),
  ])
  if (!template) throw new Error(`there is no template "${templateName}"`)
  // Parsing drops the attributes of the records that are not part of a job.
  const job = PrintJob.parse({
    id: repeatableId(printer.id),
    printerName,
    templateName,
    elements: template.elements,
    ticket: request.ticketData,
    config: config ?? null,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + jobTtlMs,
  })
  refuseTooLong(job)
  return { agent, job }
}

/** Records a job before it is queued, so that its outcome finds the record. */
async function queueJob({ agent, job }: AgentJob): Promise<void> {
  await recordJob(job, agent.id)
  try {
    await sendJob(agent.id, job)
  } catch (error) {
    await recordOutcome(job.id, agent.id, 'failed', 'could not be sent to the agent')
    throw error
  }
}
