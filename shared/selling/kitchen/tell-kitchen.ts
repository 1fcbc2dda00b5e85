import { createHash } from 'node:crypto'
import type { CommittedChange } from '../../events/changes/committed-change.ts'
import type { Consumer } from '../../events/changes/consume-stream.ts'
import { isFailure } from '../../failure.ts'
import { describeError, logger } from '../../logger.ts'
import { type Words, wordsOf } from '../../paper/layout/language.ts'
import { TemplateElement } from '../../paper/layout/template.ts'
import { type AgentJob, queueJob } from '../../paper/printing/job-list.ts'
import {
  clockOf,
  formOf,
  orderCodeOf,
  placeOf,
} from '../../paper/printing/order-ticket.ts'
import { read, readMany } from '../../platform/dynamodb/read.ts'
import { kitchenOrderIds } from '../restaurant/kitchen-orders.ts'
import { isFired } from '../restaurant/order-line.ts'
import {
  findRestaurantOrder,
  isRestaurantOrder,
  type Merged,
  mergedKey,
  type RestaurantOrderRecord,
} from '../restaurant/restaurant-orders.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import { type FiredJob, readFired } from './fired-jobs.ts'
import { type KitchenChange, kitchenChangesOf, type Place } from './kitchen-changes.ts'
import { kitchenJob, readKitchen, templatesOf } from './kitchen-jobs.ts'
import { kitchenTicket } from './kitchen-tickets.ts'

/**
 * Prints cancelled, changed and moved lines, marked as such, on the printers that printed them
 * when they were fired. Each change is printed once: its jobs have ids of their own.
 */
export const tellKitchen: Consumer = {
  name: 'kitchen',
  consume: async (changes) => {
    for (const change of changes) {
      if (change.key.sk === 'ORDER') await tell(change)
    }
  },
}

type OrderChange = CommittedChange & {
  readonly before?: RestaurantOrderRecord
  readonly after?: RestaurantOrderRecord
}

async function tell(change: CommittedChange): Promise<void> {
  const { before, after } = change as OrderChange
  const order = after ?? before
  if (order?.kind !== 'restaurant') return
  if (![before, after].some((each) => each?.lines.some(isFired))) return
  const mergedInto = before && !after ? await readMergedInto(before.id) : undefined
  const news = kitchenChangesOf({ before, after, mergedInto })
  if (news.length === 0) return
  const fired = await readFired([
    ...new Set([order.id, ...(before?.firedIn ?? []), ...(after?.firedIn ?? [])]),
  ])
  if (fired.length === 0) return
  for (const [at, each] of news.entries()) {
    const isLeft = each.kind === 'cancelled' && after
    const told = isLeft ? await withoutMoved(each, after, change.atMs) : each
    await print(told, order, fired, { change, at })
  }
}

/** Reads the place of a merged order's lines, null if unknown; undefined for another order. */
async function readMergedInto(id: string): Promise<Place | null | undefined> {
  const merged = await read<Merged>(mergedKey(id))
  if (!merged) return undefined
  const { into } = merged
  if (into === undefined) return null
  // The other order may be merged as well by now
  return (await findRestaurantOrder(into)) ?? (await readMergedInto(into)) ?? null
}

/** Without the lines that are in another order: up to 0.3.1 a split did not say that it moved them. */
async function withoutMoved(
  news: KitchenChange,
  { lines }: RestaurantOrderRecord,
  atMs: number,
): Promise<KitchenChange> {
  const left = new Set(lines.map(({ id }) => id))
  if (news.lines.every(({ id }) => left.has(id))) return news
  const ids = await kitchenOrderIds(atMs)
  const orders = (await readMany<Order[]>(ids.map(orderKey))).filter(isRestaurantOrder)
  const now = new Set(orders.flatMap((order) => order.lines.map(({ id }) => id)))
  return {
    ...news,
    lines: news.lines.filter(({ id }) => left.has(id) || !now.has(id)),
  }
}

type Occasion = { readonly change: CommittedChange; readonly at: number }

async function print(
  news: KitchenChange,
  order: RestaurantOrderRecord,
  fired: readonly FiredJob[],
  { change, at }: Occasion,
): Promise<void> {
  const ids = new Set(news.lines.map(({ id }) => id))
  const jobs = fired.filter(({ lineIds }) => lineIds.some((id) => ids.has(id)))
  if (jobs.length === 0) return
  const { stations, placeOfPrinter, agents, config } = await readKitchen(change.atMs)
  const words = wordsOf(config?.receiptLanguage)
  const clock = clockOf(config)
  const [place, above, templates] = await Promise.all([
    placeOf(order.tableId),
    heading(news, words),
    templatesOf(stations),
  ])
  for (const [printerName, ofPrinter] of Map.groupBy(jobs, (job) => job.printerName)) {
    const printer = stations.find((each) => each.printerName === printerName)
    const has = (id: string) => ofPrinter.some(({ lineIds }) => lineIds.includes(id))
    const last = ofPrinter.at(-1)
    const agent = agents.find(({ id }) => id === last?.agentId)
    const where = placeOfPrinter(printerName) ?? (agent && { agent, printerName })
    if (!printer || !where) continue
    const ticket = kitchenTicket(
      news.lines.filter(({ id }) => has(id)),
      ({ course }) => course,
      {
        ...place,
        orderId: order.id,
        userName: order.userName,
        date: clock.minute(change.atMs),
        details: {
          ...formOf(undefined, config),
          time: clock.second(change.atMs),
          orderCode: orderCodeOf(order),
        },
      },
    )
    try {
      const prepared = await kitchenJob(
        { id: idOf(`${change.id} ${at} ${printerName}`), printer, where, above },
        ticket,
        { config, templates },
        change.atMs,
      )
      if (prepared) await queueJob(asSlip(prepared))
    } catch (error) {
      // Delivered again, the change makes the same job
      if (isFailure(error, 'storageUnavailable')) throw error
      // The list of jobs says that it failed; the stream must not wait for a printer
      logger.error('kitchen-not-told', { printerName, error: describeError(error) })
    }
  }
}

/** Once, and without the drawer: nothing was sold. */
const asSlip = (prepared: AgentJob): AgentJob => {
  const { settings } = prepared.job
  if (!settings) return prepared
  const once = { ...settings, openDrawer: false, copies: 1 }
  return { ...prepared, job: { ...prepared.job, settings: once } }
}

/** Derives an id from a text: equal whenever the stream delivers the change again. */
const idOf = (text: string): string =>
  createHash('sha256')
    .update(text)
    .digest('hex')
    .replace(
      /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
      (_, a, b, c, d, e) => `${a}-${b}-4${c}-8${d}-${e}`,
    )

/** Returns the elements of the slip above its lines. */
async function heading(
  news: KitchenChange,
  { kitchen, bill }: Words,
): Promise<TemplateElement[]> {
  const large = (value: string) =>
    TemplateElement.parse({
      type: 'HEADER',
      value,
      style: { bold: true, justification: 'CENTER', fontSize: 'LARGE', size: 2 },
    })
  const title = large(`*** ${kitchen[news.kind]} ***`)
  if (news.kind !== 'moved') {
    const { notesBefore } = news
    return notesBefore ? [title, large(kitchen.before(notesBefore))] : [title]
  }
  const nameOf = async ({ tableId, ...order }: Place) =>
    (await placeOf(tableId)).tableName || bill.order(orderCodeOf(order))
  const [from, to] = await Promise.all([nameOf(news.from), nameOf(news.to)])
  return [title, large(kitchen.from(from)), large(kitchen.to(to))]
}
