import { allAgents } from '../../agents/agents.ts'
import { Failure, type FailureKind, isFailure } from '../../failure.ts'
import { decodeInvoice } from '../../lightning/node/invoice.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import type { PermissionName } from '../../people/staff/permissions.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { type RequestKey, repeatableId } from '../../platform/idempotency/request-key.ts'
import type { Order } from '../../selling/sales/orders.ts'
import { type HashInvoice, invoiceKey } from '../../selling/sales/payment-hashes.ts'
import { namedDiscount } from '../../selling/sales/tenders.ts'
import {
  findBaseCurrency,
  findConfig,
  type ShopConfig,
} from '../../selling/shop-config/config.ts'
import { recordSkipped } from '../jobs/job-records.ts'
import { reachablePrinters } from '../jobs/printer-names.ts'
import { type BuiltInTemplate, builtInFor, inLanguage } from '../layout/built-in.ts'
import { type Words, wordsOf } from '../layout/language.ts'
import { mark } from '../layout/layout.ts'
import type { PrintedTicket, TicketData } from '../layout/receipt.ts'
import type { TemplateElement } from '../layout/template.ts'
import { testPage, testPageName } from '../layout/test-page.ts'
import { markPrinted, type Original } from './copy-mark.ts'
import { type AgentJob, isJustRefunded, jobOf, queueJob } from './job-list.ts'
import { clockOf, inShopsForm, orderTicket, readOrderFacts } from './order-ticket.ts'
import type { PrintDestination, PrintRequest } from './print-request.ts'
import { asOneCopy, jobSettingsOf, type Printer } from './printer-configuration.ts'
import { allPrinters } from './printer-configurations.ts'
import { receiptPageToken } from './receipt-page-token.ts'
import { findTemplateByName } from './templates.ts'

/** A printer's job; without a value where the printer prints nothing. */
export type PreparedJob = PromiseSettledResult<AgentJob | undefined>

/** Time of a print, and its Idempotency-Key. */
export type PrintingRequest = {
  readonly nowMs: number
  readonly key: RequestKey | undefined
}

/** A print, and what it is printed with. */
export type Printable = {
  readonly ticket: PrintedTicket
  readonly config: ShopConfig | undefined
  /**
   * Template if neither the printer nor the request names one; without it nothing is
   * printed then.
   */
  readonly builtIn?: BuiltInTemplate | undefined
  /** Permission that a user needs to print it again or to cancel it, if any. */
  readonly permission?: PermissionName
} & Pick<AgentJob, 'saleTicketId' | 'isOfRefund'>

/**
 * Finds the available printers of a request, each with its place and template, or the
 * reason why there is none.
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
 * Builds the jobs for these printers; a refused one where there is no printer. Throws
 * `tooManyLines` or `tooMuchText`, when the ticket is too long for one of them.
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
  { ticket, config, builtIn, permission, saleTicketId, isOfRefund = false }: Printable,
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
  const own = stored ? undefined : builtInFor(name, builtIn)
  const template =
    stored ??
    (name === testPageName
      ? testPage(jobSettingsOf(printer))
      : own && inLanguage(own, config?.receiptLanguage))
  if (!template) throw new Failure('templateNotFound')
  const job = await jobOf(
    { id, printerName, agent, printer },
    { template, ticket, config, permission },
    nowMs,
  )
  return { ...job, saleTicketId, isOfRefund }
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

type Caller = {
  readonly isByKey: boolean
  /** The API's own address, for the QR code of the receipt's page; blank where it is not known. */
  readonly origin: string
}

/**
 * Sends a ticket, or that of an order, to the available printers of the request (POST
 * /printers/print). A repeated ticket of an order is marked as a copy. A ticket that a
 * client wrote has an entry in the audit trail and bears no foreign invoice; printed by
 * an API key, it says that it is no receipt. Throws `notFound` for an unknown order,
 * `refundNotFound`; `checkoutInvalidDiscount` for a discount above the bill, or not on a
 * bill; `tooManyLines` or `tooMuchText`, before anything is sent, for a ticket that is
 * too long for a printer; and the failures of `sendJobs`.
 */
export async function print(
  request: PrintRequest,
  { nowMs, key, isByKey, origin }: PrintingRequest & Caller,
): Promise<void> {
  const { orderId, refundId, ticketData, discountAmount } = request
  const [config, base, isOwnInvoice, targets, facts] = await Promise.all([
    findConfig(),
    ticketData && findBaseCurrency(),
    ticketData?.invoice ? wasMadeHere(ticketData.invoice) : false,
    findTargets(request, nowMs),
    orderId === undefined ? undefined : readOrderFacts(orderId, refundId),
  ])
  const prepare = (printable: Printable) =>
    prepareJobs(targets, printable, { nowMs, key })
  if (facts) {
    const receiptPage = await receiptPageOf(facts.order, config, origin)
    let first: typeof facts | undefined = facts
    await retryOnConflict(async () => {
      const now = first ?? (await readOrderFacts(facts.order.id, refundId))
      first = undefined
      const { original, template, ...sold } = orderTicket(now, config, {
        refundId,
        discountCents: namedDiscount(discountAmount),
        receiptPage,
      })
      const { sale } = now.order
      const refund = sale?.refunds?.find(({ id }) => id === refundId)
      const jobs = await prepare({
        ...sold,
        builtIn: template,
        permission: 'orders_read',
        saleTicketId: sale?.ticketId,
        isOfRefund: refund !== undefined && isJustRefunded(refund.refundedAt, nowMs),
      })
      await sendOnce(original, jobs, { nowMs, key }, sold.config)
    })
  } else if (ticketData) {
    const isForeign = ticketData.invoice && !isOwnInvoice
    const ticket = isForeign ? { ...ticketData, invoice: null } : ticketData
    const jobs = await prepare({ ticket: inShopsForm(ticket, base, config), config })
    const audited = jobs.map((job) => withEntry(job, ticketData))
    await sendJobs(
      isByKey ? audited.map((job) => marked(job, ({ notSale }) => notSale)) : audited,
    )
  }
}

/** The address of the page that shows an order's receipt; undefined for none. */
async function receiptPageOf(
  { id, receiptPageRevoked }: Pick<Order, 'id' | 'receiptPageRevoked'>,
  config: ShopConfig | undefined,
  origin: string,
): Promise<string | undefined> {
  if (!config?.receiptPage || receiptPageRevoked || origin === '') return undefined
  return `${origin}/r/${await receiptPageToken(id)}`
}

/** True if this shop made the invoice: its guests pay no other. */
async function wasMadeHere(invoice: string): Promise<boolean> {
  const bolt11 = invoice.trim().replace(/^lightning:/i, '')
  const decoded = decodeInvoice(bolt11)
  const made = decoded && (await read<HashInvoice>(invoiceKey(decoded.paymentHash)))
  if (made?.serialized) return made.serialized.toLowerCase() === bolt11.toLowerCase()
  // One that the wallet paid has rates alone
  return made?.madeBy !== undefined && made.amountSat === decoded?.amountSat
}

/** Adds the audit entry of a client's own text: on the shop's paper it looks like a receipt. */
function withEntry(
  prepared: PreparedJob,
  { ticketId, items, total, invoice }: TicketData,
): PreparedJob {
  if (prepared.status === 'rejected' || !prepared.value) return prepared
  const { job, place } = prepared.value
  const entry = insertAuditEntry({
    kind: 'print',
    subject: { id: job.id, name: place.printerName },
    after: { ticketId, items: items.length, total, ...(invoice && { invoice }) },
  })
  return { ...prepared, value: { ...prepared.value, entry } }
}

/** Sends jobs; a job is a copy unless it is the first print of its document. */
async function sendOnce(
  original: Original,
  jobs: readonly PreparedJob[],
  { nowMs, key }: PrintingRequest,
  config: ShopConfig | undefined,
): Promise<void> {
  // Printers that print nothing print no original
  if (!jobs.some((job) => job.status === 'fulfilled' && job.value)) {
    await sendJobs(jobs)
    return
  }
  const printed = await markPrinted(original, key, nowMs)
  const now = wordsOf(config?.receiptLanguage).printedAt(clockOf(config).second(nowMs))
  const headed = printed?.isLate ? jobs.map((job) => below([printedAt(now)], job)) : jobs
  let queued = 0
  try {
    queued = await sendJobs(printed ? headed : jobs.map(asCopy))
  } finally {
    if (queued === 0) await printed?.unmark()
  }
}

/** Beside the time of the sale, which the receipt has. */
const printedAt = (value: string): TemplateElement => ({
  type: 'TEXT',
  value,
  style: { bold: false, justification: 'CENTER', fontSize: 'NORMAL' },
})

/** A job with elements above its own. */
function below(elements: readonly TemplateElement[], prepared: PreparedJob): PreparedJob {
  if (prepared.status === 'rejected' || !prepared.value) return prepared
  const { job, ...rest } = prepared.value
  const headed = { ...job, elements: [...elements, ...job.elements] }
  return { ...prepared, value: { ...rest, job: headed } }
}

/** Returns the job with its mark above everything else, once, and leaves the drawer shut. */
function marked(prepared: PreparedJob, say: (words: Words) => string): PreparedJob {
  if (prepared.status === 'rejected' || !prepared.value) return prepared
  const words = wordsOf(prepared.value.job.ticket.details?.language)
  const headed = below([mark(say(words))], prepared)
  if (headed.status === 'rejected' || !headed.value) return headed
  const { job, ...rest } = headed.value
  const settings = asOneCopy(job.settings)
  return { ...headed, value: { ...rest, job: { ...job, settings } } }
}

const asCopy = (prepared: PreparedJob) => marked(prepared, ({ copy }) => copy)
