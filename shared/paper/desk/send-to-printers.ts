import { allAgents } from '../../agents/agents.ts'
import { Failure, type FailureKind, isFailure } from '../../failure.ts'
import { type RequestKey, repeatableId } from '../../idempotency/request-key.ts'
import type { ShopConfig } from '../../shop/config.ts'
import type { PermissionName } from '../../staff/permissions.ts'
import { recordSkipped } from '../jobs/job-records.ts'
import { reachablePrinters } from '../jobs/printer-names.ts'
import { type BuiltInTemplate, builtInFor } from '../layout/built-in.ts'
import type { PrintedTicket } from '../layout/receipt.ts'
import { type AgentJob, jobOf, queueJob } from './job-list.ts'
import type { PrintDestination } from './print-request.ts'
import type { Printer } from './printer-configuration.ts'
import { allPrinters } from './printer-configurations.ts'
import { findTemplateByName } from './templates.ts'

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

/**
 * The printers that a request is for and that are available, each with its place and template,
 * and why there is none.
 */
export async function findTargets(destination: PrintDestination, nowMs: number) {
  const [printers, agents] = await Promise.all([allPrinters(), allAgents()])
  const reachable = reachablePrinters(agents, nowMs)
  const wanted = targetsOf(printers, destination)
  const available = wanted.map(async (printer) => {
    const place = reachable.find(printer.printerName)
    if (!place) return []
    const [template] = await Promise.allSettled([chooseTemplate(printer, destination)])
    return [{ printer, place, template }]
  })
  const none: FailureKind =
    wanted.length > 0 ? 'printerNotAvailable' : 'printerNotConfigured'
  return { available: (await Promise.all(available)).flat(), none }
}

type Targets = Awaited<ReturnType<typeof findTargets>>

/** The name that printer or request give, as `templateNameFor` says, and its record. */
async function chooseTemplate(printer: Printer, choice: TemplateChoice) {
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
  {
    printer,
    place: { agent, printerName },
    template: chosen,
  }: Targets['available'][number],
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

/**
 * The configurations that a request is for, available or not: the one it names by id, else
 * every enabled one of the type in a broadcast, else the default of the type, else the only
 * enabled one.
 */
function targetsOf(
  printers: readonly Printer[],
  {
    printerId,
    printerType,
    broadcast,
  }: Pick<PrintDestination, 'printerId' | 'printerType' | 'broadcast'>,
): readonly Printer[] {
  if (printerId !== null) return printers.filter(({ id }) => id === printerId)
  const enabled = printers.filter(
    (printer) => printer.enabled && printer.printerType === printerType,
  )
  if (broadcast) return enabled
  const defaults = enabled.filter(({ isDefault }) => isDefault)
  if (defaults.length > 0) return defaults
  return enabled.length === 1 ? enabled : []
}

/** The template that a request names, and whether it comes before the printer's own. */
type TemplateChoice = Pick<PrintDestination, 'templateName' | 'forceTemplateName'>

/**
 * The name of the template that a printer prints: its own, else that of the request, or the
 * other way round when the request forces its own. null for `none`, which prints nothing;
 * undefined when neither names a template.
 */
export function templateNameFor(
  printer: Printer,
  { templateName, forceTemplateName }: TemplateChoice,
): string | null | undefined {
  const name =
    forceTemplateName && templateName !== null
      ? templateName
      : (printer.templateName ?? templateName)
  return name?.trim().toLowerCase() === 'none' ? null : (name ?? undefined)
}
