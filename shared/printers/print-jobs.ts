import type { AgentRecord } from '../agents/agents.ts'
import { recordJob, recordOutcome } from '../agents/print-jobs.ts'
import { sendJob } from '../agents/print-queues.ts'
import { jobTtlMs, PrintJob } from '../agents/protocol/print-job.ts'
import { receiptForAgent } from '../printing/older-agent.ts'
import type { PrintedTicket } from '../printing/printed-ticket.ts'
import { Receipt } from '../printing/receipt.ts'
import type { TemplateElement } from '../printing/template.ts'
import type { ShopConfig } from '../shop/config.ts'
import { refuseTooLong } from './limits.ts'
import { logoFor } from './logo.ts'

/** A job and the agent that prints it. */
export type AgentJob = { readonly agent: AgentRecord; readonly job: PrintJob }

type Destination = {
  /** The job's id. */
  readonly id: string
  readonly printerName: string
  readonly agent: AgentRecord
}

type Content = {
  readonly template: {
    readonly name: string
    readonly elements: readonly TemplateElement[]
  }
  readonly ticket: PrintedTicket
  readonly config: ShopConfig | undefined
}

/**
 * The job that prints a ticket by a template, with what its agent can print. Throws
 * `tooManyLines`, `tooMuchText`.
 */
export async function jobOf(
  { id, printerName, agent }: Destination,
  { template, ticket, config }: Content,
  nowMs: number,
): Promise<AgentJob> {
  // Parsing drops the attributes of the records that are not part of a job.
  const receipt = Receipt.parse({
    elements: template.elements,
    ticket,
    config: config ?? null,
    ...(await logoFor(template.elements, config ?? null)),
  })
  refuseTooLong(receipt)
  const job = PrintJob.parse({
    id,
    printerName,
    templateName: template.name,
    ...receiptForAgent(receipt, agent.elementTypes ?? null),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + jobTtlMs,
  })
  return { agent, job }
}

/** Records a job before it is queued, so that its outcome finds the record. */
export async function queueJob({ agent, job }: AgentJob): Promise<void> {
  await recordJob(job, agent.id)
  try {
    await sendJob(agent.id, job)
  } catch (error) {
    await recordOutcome(job.id, agent.id, 'failed', 'could not be sent to the agent')
    throw error
  }
}
