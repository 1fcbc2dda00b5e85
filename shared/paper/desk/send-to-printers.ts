import { allAgents } from '../../agents/agents.ts'
import { Failure, type FailureKind, isFailure } from '../../failure.ts'
import { type RequestKey, repeatableId } from '../../idempotency/request-key.ts'
import type { ShopConfig } from '../../shop/config.ts'
import type { PermissionName } from '../../staff/permissions.ts'
import { recordSkipped } from '../jobs/job-records.ts'
import { type PrinterPlace, reachablePrinters } from '../jobs/printer-names.ts'
import { type BuiltInTemplate, builtInFor } from '../layout/built-in.ts'
import type { PrintedTicket } from '../layout/printed-ticket.ts'
import { type AgentJob, jobOf, queueJob } from './job-list.ts'
import type { PrintDestination } from './print-request.ts'
import type { Printer } from './printer-configuration.ts'
import { allPrinters } from './printer-configurations.ts'
import { type TemplateChoice, targetsOf, templateNameFor } from './targets.ts'
import { findTemplateByName, type TemplateRecord } from './templates.ts'

/** A printer's job; without a value where the printer prints nothing. */
export type PreparedJob = PromiseSettledResult<AgentJob | undefined>

/** When something is printed, and under which Idempotency-Key. */
export type PrintingRequest = {
  readonly nowMs: number
  readonly key: RequestKey | undefined
}

/** What is printed. */
export type Printable = {
  readonly ticket: PrintedTicket
  readonly config: ShopConfig | undefined
  /** Where neither the printer nor the request names a template; else nothing is printed. */
  readonly builtIn?: BuiltInTemplate | undefined
  /** What a user needs to print it again, if anything. */
  readonly permission?: PermissionName
  /** Whether a sale or refund on record asks for it. */
  readonly isOfSale?: boolean
}

/** A printer, where it is now, and what it prints by. */
type Target = {
  readonly printer: Printer
  readonly place: PrinterPlace
  readonly template: PromiseSettledResult<ChosenTemplate>
}

/** The name that printer or request give, as `templateNameFor` says, and its record. */
type ChosenTemplate = {
  readonly name: string | null | undefined
  readonly stored: TemplateRecord | undefined
}

/** The printers that a request is for and that are available, or why there is none. */
type Targets = { readonly available: readonly Target[]; readonly none: FailureKind }

/** The printers that a request is for and that are available, with their templates. */
export async function findTargets(
  destination: PrintDestination,
  nowMs: number,
): Promise<Targets> {
  const [printers, agents] = await Promise.all([allPrinters(), allAgents()])
  const reachable = reachablePrinters(agents, nowMs)
  const wanted = targetsOf(printers, destination)
  const available = wanted.flatMap((printer) => {
    const place = reachable.find(printer.printerName)
    return place ? [{ printer, place }] : []
  })
  const templates = await Promise.allSettled(
    available.map(({ printer }) => chooseTemplate(printer, destination)),
  )
  return {
    available: available.map((target, at) => ({
      ...target,
      template: templates[at] as PromiseSettledResult<ChosenTemplate>,
    })),
    none: wanted.length > 0 ? 'printerNotAvailable' : 'printerNotConfigured',
  }
}

async function chooseTemplate(
  printer: Printer,
  choice: TemplateChoice,
): Promise<ChosenTemplate> {
  const name = templateNameFor(printer, choice)
  const stored = typeof name === 'string' ? await findTemplateByName(name) : undefined
  return { name, stored }
}

/**
 * The jobs that print on these printers; one that was refused where there is no printer.
 * Throws `tooManyLines` or `tooMuchText`, when the ticket is too long for one of them.
 */
export async function prepareJobs(
  { available, none }: Targets,
  printable: Printable,
  request: PrintingRequest,
): Promise<readonly PreparedJob[]> {
  if (available.length === 0) return [{ status: 'rejected', reason: new Failure(none) }]
  const jobs = await Promise.allSettled(
    available.map((target) => jobFor(target, printable, request)),
  )
  for (const job of jobs) if (isTooLong(job)) throw job.reason
  return jobs
}

/**
 * Queues jobs and returns how many: printers that print nothing have none. When there is no
 * printer or all of them failed, throws `printerNotConfigured`, `printerNotAvailable`, `templateNotFound`,
 * or `printingFailed` with its cause.
 */
export async function sendJobs(jobs: readonly PreparedJob[]): Promise<number> {
  const sent = await Promise.allSettled(
    jobs.map(async (job) => {
      if (job.status === 'rejected') throw job.reason
      if (job.value) await queueJob(job.value)
      return job.value !== undefined
    }),
  )
  if (!sent.some(({ status }) => status === 'fulfilled')) {
    const reason: unknown = sent.find((each) => each.status === 'rejected')?.reason
    if (isFailure(reason, ...refusalsOfDesk)) throw reason
    throw new Failure('printingFailed', {}, { cause: reason })
  }
  return sent.filter((each) => each.status === 'fulfilled' && each.value).length
}

const refusalsOfDesk = [
  'printerNotConfigured',
  'printerNotAvailable',
  'templateNotFound',
] as const

const isTooLong = (job: PromiseSettledResult<unknown>): job is PromiseRejectedResult =>
  job.status === 'rejected' && isFailure(job.reason, 'tooManyLines', 'tooMuchText')

/**
 * The job that prints a ticket on a printer; undefined when it prints nothing there, which is
 * recorded unless the printer's template is `none`.
 */
async function jobFor(
  { printer, place: { agent, printerName }, template: chosen }: Target,
  { ticket, config, builtIn, permission, isOfSale = false }: Printable,
  { nowMs, key }: PrintingRequest,
): Promise<AgentJob | undefined> {
  if (chosen.status === 'rejected') throw chosen.reason
  const { name, stored } = chosen.value
  if (name === null) return
  const id = repeatableId(key, printer.id)
  if (name === undefined && !builtIn) {
    const { ticketId } = ticket
    const place = { agent, printerName: printer.printerName, copy: false }
    await recordSkipped(
      { id, ticketId, createdAtMs: nowMs },
      { ...place, printerType: printer.printerType },
    )
    return
  }
  const template = stored ?? builtInFor(name, builtIn)
  if (!template) throw new Failure('templateNotFound')
  const job = await jobOf(
    { id, printerName, agent, printer },
    { template, ticket, config, permission },
    nowMs,
  )
  return { ...job, isOfSale }
}
