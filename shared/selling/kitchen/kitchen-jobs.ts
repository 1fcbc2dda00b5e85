import { type AgentRecord, allAgents } from '../../agents/agents.ts'
import { dishesAt, dishKey } from '../../catalog/dishes.ts'
import type { DishRecord } from '../../catalog/shown-dish.ts'
import { Failure } from '../../failure.ts'
import { insertJob } from '../../paper/jobs/job-records.ts'
import { reachablePrinters } from '../../paper/jobs/printer-names.ts'
import { builtInFor, inLanguage, kitchenTemplate } from '../../paper/layout/built-in.ts'
import { wordsOf } from '../../paper/layout/language.ts'
import { copyMark } from '../../paper/layout/layout.ts'
import type { PrintedTicket } from '../../paper/layout/receipt.ts'
import type { TemplateElement } from '../../paper/layout/template.ts'
import {
  type AgentJob,
  insertPulseAudit,
  jobOf,
  placeOfJob,
} from '../../paper/printing/job-list.ts'
import {
  clockOf,
  formOf,
  orderCodeOf,
  placeOf,
} from '../../paper/printing/order-ticket.ts'
import type { Printer } from '../../paper/printing/printer-configuration.ts'
import { allPrinters } from '../../paper/printing/printer-configurations.ts'
import { templateNameFor } from '../../paper/printing/send-to-printers.ts'
import {
  findTemplateByName,
  type TemplateRecord,
} from '../../paper/printing/templates.ts'
import type { PrintJob } from '../../paper/queue/print-job.ts'
import { insert, type Writes } from '../../platform/dynamodb/write.ts'
import { type RequestKey, repeatableId } from '../../platform/idempotency/request-key.ts'
import type { OrderLine } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'
import { findConfig, type ShopConfig } from '../shop-config/config.ts'
import { type FiredJob, firedJob } from './fired-jobs.ts'
import { kitchenTicket, partOf, ticketsFor } from './kitchen-tickets.ts'

export type Kitchen = Awaited<ReturnType<typeof readKitchen>>

/** The enabled printers of kitchen and bar, and which of them can be reached now. */
export async function readKitchen(nowMs: number) {
  const [printers, agents, config] = await Promise.all([
    allPrinters(),
    allAgents(),
    findConfig(),
  ])
  const placeOfPrinter = reachablePrinters(agents, nowMs).find
  const stations = printers.filter(
    ({ enabled, printerType }) => enabled && printerType !== 'CUSTOMER',
  )
  return {
    stations,
    printers: stations.filter(({ printerName }) => placeOfPrinter(printerName)),
    agents,
    placeOfPrinter,
    config,
  }
}

/** Finds the course in which a line is sent: its own, or else that of its dish. */
export const courseIn =
  (dishes: ReadonlyMap<string, DishRecord>) =>
  ({ dishId, course }: OrderLine): string | null | undefined =>
    course ?? dishes.get(dishId)?.course

/** A job that prints lines of an order, and the writes that record it. */
export type KitchenJob = {
  readonly fired: FiredJob
  readonly job: PrintJob
  readonly writes: Writes
}

/** Time and Idempotency-Key of a fire request, and whether the kitchen has a screen. */
export type FireRequest = {
  /** Course whose lines are fired; all if absent. */
  readonly course?: string | undefined
  readonly onScreen: boolean
  readonly nowMs: number
  readonly key: RequestKey | undefined
}

/** The id of this request's job for a printer. */
export const jobIdFor = ({ key }: FireRequest, printerName: string, isCopy: boolean) =>
  repeatableId(key, `${isCopy ? 'copy' : 'fire'} ${printerName}`)

/**
 * The jobs that print lines of an order, with the writes that record them. Throws
 * `printingFailed` when a line has no printer, `templateNotFound` when a printer's template is
 * gone, `tooMuchText`, `tooManyLines`, `drawingFailed`.
 */
export async function jobsFor(
  order: RestaurantOrderRecord,
  lines: readonly OrderLine[],
  kitchen: Kitchen,
  request: FireRequest,
): Promise<KitchenJob[]> {
  // The templates of all printers: which of them have lines is known with the dishes only
  const [dishes, place, templates] = await Promise.all([
    dishesAt(lines.map(({ dishId }) => dishKey(dishId))),
    placeOf(order.tableId),
    templatesOf(kitchen.printers),
  ])
  const clock = clockOf(kitchen.config)
  const words = wordsOf(kitchen.config?.receiptLanguage)
  const facts = {
    ...place,
    orderId: order.id,
    userName: order.userName,
    date: clock.minute(request.nowMs),
    details: {
      ...formOf(undefined, kitchen.config),
      time: clock.second(request.nowMs),
      orderCode: orderCodeOf(order),
    },
  }
  const tickets = ticketsFor(
    lines,
    ({ dishId }) => dishes.get(dishId)?.categoryId,
    kitchen.printers,
    request.onScreen,
  )
  const jobs = await Promise.all(
    tickets.map(async (ticket) => {
      const printed = kitchenTicket(ticket.lines, courseIn(dishes), {
        ...facts,
        details: { ...facts.details, ...partOf(ticket, tickets, words) },
      })
      const { printer, isCopy } = ticket
      const where = kitchen.placeOfPrinter(printer.printerName)
      const prepared =
        where &&
        (await kitchenJob(
          {
            id: jobIdFor(request, printer.printerName, isCopy),
            printer,
            where,
            above: isCopy ? [copyMark(printed)] : [],
          },
          printed,
          { config: kitchen.config, templates },
          request.nowMs,
        ))
      if (!prepared) return []
      const { agent, job } = prepared
      const lineIds = ticket.lines.map(({ id }) => id)
      const fired = firedJob(order.id, job, {
        agentId: agent.id,
        printerName: ticket.printer.printerName,
        lineIds,
      })
      const jobPlace = placeOfJob(prepared)
      const writes = [
        ...insertJob(job, jobPlace),
        insert(fired),
        insertPulseAudit(job, jobPlace),
      ]
      return { fired, job, writes }
    }),
  )
  return jobs.flat()
}

const templateNameOf = (printer: Printer) =>
  templateNameFor(printer, { templateName: null, forceTemplateName: false })

/** Templates by name. */
type Templates = ReadonlyMap<string, TemplateRecord | undefined>

/** The stored templates that printers name. */
export async function templatesOf(printers: readonly Printer[]): Promise<Templates> {
  const names = new Set(printers.map(templateNameOf).filter((name) => name != null))
  return new Map(
    await Promise.all(
      [...names].map(async (name) => [name, await findTemplateByName(name)] as const),
    ),
  )
}

type Slip = {
  /** The job's id. */
  readonly id: string
  readonly printer: Printer
  readonly where: { readonly agent: AgentRecord; readonly printerName: string }
  /** Elements of the slip above those of its template. */
  readonly above: readonly TemplateElement[]
}

/**
 * The job of a kitchen's ticket; undefined when its printer prints nothing. Throws
 * `templateNotFound` when the printer's template is gone, `tooMuchText`, `tooManyLines`,
 * `drawingFailed`.
 */
export async function kitchenJob(
  { id, printer, where, above }: Slip,
  ticket: PrintedTicket,
  {
    config,
    templates,
  }: { readonly config: ShopConfig | undefined; readonly templates: Templates },
  nowMs: number,
): Promise<AgentJob | undefined> {
  const name = templateNameOf(printer)
  if (name === null) return undefined
  const stored = name === undefined ? undefined : templates.get(name)
  const own = stored ? undefined : builtInFor(name, kitchenTemplate)
  const template = stored ?? (own && inLanguage(own, config?.receiptLanguage))
  if (!template) throw new Failure('templateNotFound')
  return await jobOf(
    { id, ...where, printer },
    {
      template: { ...template, elements: [...above, ...template.elements] },
      ticket,
      config,
      permission: 'orders_update',
    },
    nowMs,
  )
}
