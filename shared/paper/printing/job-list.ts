import type { AgentRecord } from '../../agents/agents.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import type { PermissionName } from '../../people/staff/permissions.ts'
import { update, type Write } from '../../platform/dynamodb/write.ts'
import { ticketDateOf } from '../../selling/sales/ticket.ts'
import { ticketKey } from '../../selling/sales/tickets.ts'
import type { ShopConfig } from '../../selling/shop-config/config.ts'
import { recordOutcome } from '../jobs/job-changes.ts'
import { type JobPlace, recordJob } from '../jobs/job-records.ts'
import { hasCopyMark } from '../layout/layout.ts'
import { receiptForAgent } from '../layout/older-agent.ts'
import { type PrintedTicket, Receipt } from '../layout/receipt.ts'
import type { TemplateElement } from '../layout/template.ts'
import { jobTtlMs, PrintJob } from '../queue/print-job.ts'
import { sendJob } from '../queue/print-queues.ts'
import { refuseTooLong } from './print-request.ts'
import { asOneCopy, type Printer, settingsOf } from './printer-configuration.ts'
import { logoFor } from './shop-logo.ts'

/** A job, the agent that prints it, and where lists say that it goes. */
export type AgentJob = {
  readonly agent: AgentRecord
  readonly job: PrintJob
  readonly place: Omit<JobPlace, 'copy'>
  /** The record of the sale's ticket that is printed; absent if the job's own ticket names it. */
  readonly saleTicketId?: string | undefined
  /** True for the slip of a refund that was just made, which may open the drawer. */
  readonly isOfRefund?: boolean
  /** Its entry in the audit trail, beside the entry of a drawer that it opens. */
  readonly entry?: Write
}

type Destination = {
  /** The job's id. */
  readonly id: string
  /** As the agent calls the printer. */
  readonly printerName: string
  readonly agent: AgentRecord
  /** The printer's configuration, if there is one. */
  readonly printer?: Printer
}

type Content = {
  readonly template: {
    readonly name: string
    readonly elements: readonly TemplateElement[]
    readonly keepsLetters?: true | undefined
  }
  readonly ticket: PrintedTicket
  readonly config: ShopConfig | undefined
  /** Permission that a user needs to print it again or to cancel it, if any. */
  readonly permission?: PermissionName | undefined
}

/**
 * The job that prints a ticket by a template, with what its agent can print. Throws
 * `tooManyLines`, `tooMuchText`, `drawingFailed`.
 */
export async function jobOf(
  { id, printerName, agent, printer }: Destination,
  { template, ticket, config, permission }: Content,
  nowMs: number,
): Promise<AgentJob> {
  const settings = printer && settingsOf(printer, ticket)
  // Parsing drops the attributes of the records that are not part of a job.
  const receipt = Receipt.parse({
    elements: withFiscal(template.elements, ticket),
    ticket,
    config: config ?? null,
    keepsLetters: template.keepsLetters,
    settings: hasCopyMark(template.elements) ? asOneCopy(settings) : settings,
    ...(await logoFor(template.elements, config ?? null)),
  })
  await refuseTooLong(receipt)
  const job = PrintJob.parse({
    id,
    printerName,
    templateName: template.name,
    ...receiptForAgent(receipt, agent.elementTypes ?? null),
    createdAtMs: nowMs,
    expiresAtMs: nowMs + jobTtlMs,
  })
  const place = {
    agent,
    printerName: printer?.printerName ?? printerName,
    printerType: printer?.printerType ?? null,
    permission,
  }
  return { agent, job, place }
}

const fiscalText: TemplateElement = {
  type: 'TEXT',
  value: '{{ticket.fiscal}}',
  style: { bold: false, justification: 'LEFT', fontSize: 'NORMAL' },
}

/** Adds what a device signed to a template that has no place for it: the paper must have it. */
const withFiscal = (
  elements: readonly TemplateElement[],
  { details }: PrintedTicket,
): readonly TemplateElement[] =>
  details?.fiscal === undefined ||
  elements.some(({ value }) => value.includes(fiscalText.value))
    ? elements
    : [...elements, fiscalText]

/** Returns the place of a job, for its record. */
export const placeOfJob = ({ job, place }: AgentJob): JobPlace => ({
  ...place,
  copy: hasCopyMark(job.elements),
})

/** Records a job before it is queued, so that its outcome finds the record. */
export async function queueJob(prepared: AgentJob): Promise<void> {
  const { agent, job, isOfRefund } = prepared
  if (job.settings?.openDrawer && !isOfRefund) await recordPulse(prepared)
  else await recordJob(job, placeOfJob(prepared), [prepared.entry])
  try {
    await sendJob(agent.id, job)
  } catch (error) {
    const unsent = { state: 'failed', detail: 'could not be sent to the agent' } as const
    await recordOutcome(job.id, agent.id, unsent, Date.now())
    throw error
  }
}

/** Time after a sale or refund in which its print opens the drawer. */
const saleMs = 15 * 60_000

/** True if a refund at this time, ISO 8601, may still open the drawer. */
export const isJustRefunded = (refundedAt: string, nowMs: number): boolean =>
  nowMs - Date.parse(refundedAt) <= saleMs

class NoSale extends Error {}

/**
 * Records a job that opens the cash drawer. The ticket of a sale that was just made does so
 * once; any other print is entered in the audit trail.
 */
async function recordPulse(prepared: AgentJob): Promise<void> {
  const { job, saleTicketId = job.ticket.ticketId, entry } = prepared
  const place = placeOfJob(prepared)
  try {
    await recordJob(job, place, [updateToOpened(saleTicketId, job), entry])
  } catch (error) {
    if (!(error instanceof NoSale)) throw error
    await recordJob(job, place, [insertPulseAudit(job, place), entry])
  }
}

/** The entry of a job that opens the drawer without a sale; nothing for other jobs. */
export const insertPulseAudit = (
  { id, settings, templateName, ticket }: PrintJob,
  { printerName }: Pick<JobPlace, 'printerName'>,
): Write | undefined | false =>
  settings?.openDrawer &&
  insertAuditEntry({
    kind: 'drawer',
    subject: { id, name: printerName },
    after: { templateName, ticketId: ticket.ticketId },
  })

const updateToOpened = (
  ticketId: string,
  { createdAtMs }: Pick<PrintJob, 'createdAtMs'>,
): Write =>
  update(
    ticketKey(ticketId),
    {
      set: { drawerOpenedAt: ticketDateOf(createdAtMs) },
      when: 'attribute_exists(#number) AND attribute_not_exists(#drawerOpenedAt) AND #ticketDate >= :since',
      values: { since: ticketDateOf(createdAtMs - saleMs) },
    },
    () => new NoSale(),
  )
