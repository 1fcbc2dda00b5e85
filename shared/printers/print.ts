import type { PrintRequest } from '../../functions/printers/endpoints.ts'
import { type AgentRecord, allAgents } from '../agents/agents.ts'
import { recordJob, recordOutcome } from '../agents/print-jobs.ts'
import { sendJob } from '../agents/print-queues.ts'
import { jobTtlMs, PrintJob } from '../agents/protocol/print-job.ts'
import { Failure } from '../failure.ts'
import { repeatableId } from '../http/idempotency/repeatable-id.ts'
import { findConfig } from '../shop/config.ts'
import { availablePrinters } from './available.ts'
import { refuseTooLong } from './limits.ts'
import { allPrinters, type StoredPrinter } from './printers.ts'
import { targetsOf, templateNameFor } from './targets.ts'
import { findTemplateByName } from './templates.ts'

/**
 * Sends a ticket to the printers that are meant and available (open-areas, section 10).
 * Throws `tooManyLines` or `tooMuchText` before anything is sent when the ticket is too
 * long for one of them, `printingFailed` when none of them could be served; the cause is logged.
 */
export async function print(request: PrintRequest, nowMs: number): Promise<void> {
  const [printers, agents] = await Promise.all([allPrinters(), allAgents()])
  const available = availablePrinters(agents, nowMs)
  const jobs = await Promise.allSettled(
    targetsOf(printers, request).flatMap((printer) => {
      const agent = available.get(printer.printerName)
      return agent ? [jobFor(printer, agent, request, nowMs)] : []
    }),
  )
  for (const job of jobs) if (isTooLong(job)) throw job.reason
  const sent = await Promise.allSettled(
    jobs.map(async (job) => {
      if (job.status === 'rejected') throw job.reason
      if (job.value) await queue(job.value)
    }),
  )
  if (sent.some(({ status }) => status === 'fulfilled')) return
  const failed = sent.find((each) => each.status === 'rejected')
  throw new Failure('printingFailed', {}, { cause: failed?.reason ?? new NoPrinter() })
}

/** No printer is meant, or none that is meant is available. */
class NoPrinter extends Error {
  override message = 'no printer for this ticket is available'
}

const isTooLong = (job: PromiseSettledResult<unknown>): job is PromiseRejectedResult =>
  job.status === 'rejected' &&
  job.reason instanceof Failure &&
  ['tooManyLines', 'tooMuchText'].includes(job.reason.kind)

type AgentsJob = { readonly agent: AgentRecord; readonly job: PrintJob }

/** The job that prints a ticket on a printer; undefined when it prints nothing there. */
async function jobFor(
  printer: StoredPrinter,
  agent: AgentRecord,
  request: PrintRequest,
  nowMs: number,
): Promise<AgentsJob | undefined> {
  const templateName = templateNameFor(printer, request)
  if (templateName === null) return undefined
  const [template, config] = await Promise.all([
    findTemplateByName(templateName),
    findConfig(),
  ])
  if (!template) throw new Error(`there is no template "${templateName}"`)
  // The job's schema leaves out what else the records hold.
  const job = PrintJob.parse({
    id: repeatableId(printer.id),
    printerName: printer.printerName,
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

/** Puts a job on record, then into its agent's queue, so that its outcome finds it. */
async function queue({ agent, job }: AgentsJob): Promise<void> {
  await recordJob(job, agent.id)
  try {
    await sendJob(agent.id, job)
  } catch (error) {
    await recordOutcome(job.id, agent.id, 'failed', 'could not be sent to the agent')
    throw error
  }
}
