import type { OrderWithPayments, ShopEvent } from '../../../shared/client/api.ts'

/** Fields of an order that the page shows. */
export type ShownOrder = Pick<
  OrderWithPayments,
  | 'id'
  | 'tableId'
  | 'status'
  | 'total'
  | 'number'
  | 'receiptNumber'
  | 'createdAt'
  | 'soldAt'
  | 'userName'
  | 'paymentMethod'
  | 'tenders'
> & { readonly refundCount: number }

/** An order as the feed told it; undefined for one that is gone. Times are Unix ms. */
type ToldOrder = {
  readonly row: ShownOrder | undefined
  readonly sentMs: number
  readonly heardMs: number
}

/** News of the feed since the page was opened. */
export type Told = {
  readonly orders: ReadonlyMap<string, ToldOrder>
  /** Units by the ids of variants, and when they were told, in Unix ms. */
  readonly units: ReadonlyMap<
    string,
    { readonly units: number; readonly heardMs: number }
  >
  /** Time when the feed closed last, in Unix ms. */
  readonly closedMs: number
}

export const nothingTold: Told = { orders: new Map(), units: new Map(), closedMs: 0 }

/** True if a frame, of an earlier release, says of an order only that it has changed. */
export const isUnsaid = (event: ShopEvent): boolean =>
  event.type === 'order.changed' && !event.listed && !event.deleted

/** Adds an event to the news. A replay may bring older news of an order. */
export function withEvent(told: Told, event: ShopEvent, heardMs: number): Told {
  if (event.type === 'stock.changed') {
    const news = Object.entries(event.units).map(
      ([id, units]) => [id, { units, heardMs }] as const,
    )
    return { ...told, units: new Map([...told.units, ...news]) }
  }
  if (event.type !== 'order.changed') return told
  const { id, at: sentMs } = event
  if ((told.orders.get(id)?.sentMs ?? 0) > sentMs) return told
  const next = { row: rowTold(event), sentMs, heardMs }
  return { ...told, orders: new Map([...told.orders, [id, next]]) }
}

function rowTold(
  event: Extract<ShopEvent, { readonly type: 'order.changed' }>,
): ShownOrder | undefined {
  const { id, tableId, total, number = null, receiptNumber, listed, deleted } = event
  return deleted || !listed
    ? undefined
    : { id, tableId, total, number, receiptNumber, ...listed }
}

export const rowOf = ({ refunds, ...order }: OrderWithPayments): ShownOrder => ({
  ...order,
  refundCount: refunds.length,
})

/** Drops the news of orders from before a moment, in Unix ms. */
export function withoutOrders(told: Told, beforeMs: number): Told {
  const orders = [...told.orders].filter(([, { heardMs }]) => heardMs >= beforeMs)
  return orders.length === told.orders.size ? told : { ...told, orders: new Map(orders) }
}

/** Orders as they were read, and when that reading began, in Unix ms. */
export type ReadOrders = {
  readonly rows: readonly ShownOrder[]
  readonly begunMs: number
}

/**
 * All orders that were sold or begun since a moment, the newest first: as the later of two
 * readings has each, `newest` of a part and `all`, and as the feed has told it since.
 */
export function ordersKnown(
  all: ReadOrders,
  newest: ReadOrders,
  { orders, closedMs }: Told,
  sinceMs: number,
): ShownOrder[] {
  const rows = new Map(all.rows.map((row) => [row.id, row]))
  if (newest.begunMs >= all.begunMs) for (const row of newest.rows) rows.set(row.id, row)
  const latest = new Set(newest.rows.map(({ id }) => id))
  for (const [id, { row, heardMs }] of orders) {
    // While the feed is away readings are newer than what it told
    const isOver =
      heardMs <= closedMs &&
      (all.begunMs > closedMs || (newest.begunMs > closedMs && latest.has(id)))
    if (isOver) continue
    if (!row) rows.delete(id)
    else if (rows.has(id) || atMsOf(row) >= sinceMs) rows.set(id, row)
  }
  return [...rows.values()].sort((one, other) => atMsOf(other) - atMsOf(one))
}

const atMsOf = ({ soldAt, createdAt }: ShownOrder) => Date.parse(soldAt ?? createdAt)
