import { isDeepStrictEqual } from 'node:util'
import type { ProductRecord } from '../../catalog/products.ts'
import { variantsOf } from '../../catalog/variants.ts'
import type { StoredPrinter } from '../../paper/printing/printer-configurations.ts'
import { fromCents } from '../../platform/money/decimal.ts'
import { listedStatusOf } from '../../selling/checkout/store-orders.ts'
import { isInKitchen } from '../../selling/kitchen/kitchen-screen.ts'
import type { OrderLine } from '../../selling/restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../../selling/restaurant/restaurant-orders.ts'
import type { TableRecord } from '../../selling/restaurant/tables.ts'
import { tenderOf, tenderOnWire, tendersOf } from '../../selling/sales/order-payments.ts'
import type { Order } from '../../selling/sales/orders.ts'
import { receiptNumberOf, soldAtOf } from '../../selling/sales/sale-snapshot.ts'
import type { CommittedChange } from '../changes/committed-change.ts'
import {
  type Changed,
  type DomainEvent,
  eventsOf,
} from '../domain-events/domain-events.ts'
import type { EventNews } from './event-frame.ts'

/**
 * Returns the news of a record for screens. A change that leaves the news equal is not
 * published.
 */
type Shows<T> = (record: T) => EventNews | undefined

const shows = {
  'product.changed': (product: ProductRecord) => ({
    type: 'product.changed',
    id: product.id,
    name: product.name,
    isAvailable: product.isAvailable ?? true,
    variants: variantsOf(product)
      .filter(({ isActive }) => isActive)
      .map(({ id, priceCents, quantity }) => ({
        id,
        priceCents,
        quantity: product.components || product.trackStock === false ? null : quantity,
      })),
  }),
  'table.changed': ({ id, name, status, spaceId, orderId }: TableRecord) => ({
    type: 'table.changed',
    id,
    name,
    status,
    spaceId,
    orderId,
  }),
  // The partition also says which printer is the default of a type
  'printer.changed': ({ id, printerName, printerType, enabled }: StoredPrinter) =>
    id === undefined
      ? undefined
      : { type: 'printer.changed', id, printerName, printerType, enabled },
  'order.changed': (order: Order) =>
    order.kind === 'store' || order.kind === 'restaurant'
      ? {
          type: 'order.changed',
          id: order.id,
          kind: order.kind,
          tableId: order.tableId,
          status: order.status,
          total: fromCents(order.totalCents),
          ...(order.sale?.number !== undefined && { number: order.sale.number }),
          listed: {
            status: listedStatusOf(order),
            createdAt: order.createdAt,
            soldAt: order.sale ? soldAtOf(order) : null,
            userName: order.userName,
            paymentMethod: tenderOf(order).methodNames.join(','),
            tenders: tendersOf(order).map(tenderOnWire),
            refundCount: order.sale?.refunds?.length ?? 0,
          },
          ...(order.sale?.series !== undefined && {
            series: order.sale.series,
            receiptNumber: receiptNumberOf(order.sale) ?? '',
          }),
        }
      : undefined,
} as const satisfies Readonly<Record<string, Shows<never>>>

/** The news of a change but for those of lines, which need further records. */
export const newsOf = (change: CommittedChange): EventNews[] =>
  eventsOf(change).flatMap(newsOfEvent)

function newsOfEvent(event: DomainEvent): EventNews[] {
  if (event.type === 'alert.raised' && event.isOpen) {
    const { id, kind, title } = event.alert
    return [{ type: event.type, id, kind, title }]
  }
  if (event.type === 'alert.cleared') {
    return [{ type: event.type, id: event.alert.id, kind: event.alert.kind }]
  }
  if (!Object.hasOwn(shows, event.type)) return []
  const { before, after } = event as Changed<object>
  const show = shows[event.type as keyof typeof shows] as Shows<unknown>
  const [was, is] = [before && show(before), after && show(after)]
  if (is) {
    const isOther = !isDeepStrictEqual(was, is) || hasOtherPayments(before, after)
    return isOther ? [is] : []
  }
  return was ? [{ ...was, deleted: true } as EventNews] : []
}

/** A refund, an attached payment or a discount changes what an order's screen shows. */
const hasOtherPayments = (before: object | undefined, after: object | undefined) =>
  !isDeepStrictEqual(paidOf(before), paidOf(after))

const paidOf = (record: object | undefined) => {
  const { payments, prepaid, discount, sale, refunding } = (record ??
    {}) as Partial<RestaurantOrderRecord>
  return { payments, prepaid, discount, sale, refunding }
}

/** Lines of an order whose state in the kitchen changed, and lines that the order lost. */
export type ChangedLines = {
  readonly order: RestaurantOrderRecord
  readonly lines: readonly OrderLine[]
  readonly lost: readonly OrderLine[]
}

/** Returns the lines of a change that concern the kitchen; undefined for none. */
export function changedLines({
  key,
  before,
  after,
}: CommittedChange): ChangedLines | undefined {
  if (key.sk !== 'ORDER') return undefined
  const [was, is] = [before, after] as (RestaurantOrderRecord | undefined)[]
  const order = is ?? was
  if (order?.kind !== 'restaurant') return undefined
  const earlier = inKitchen(was)
  const now = inKitchen(is)
  const hasMoved = was !== undefined && is !== undefined && was.tableId !== is.tableId
  const lines = [...now.values()].filter(
    (line) =>
      hasMoved ||
      !isDeepStrictEqual(inKitchensEyes(line), inKitchensEyes(earlier.get(line.id))),
  )
  const lost = [...earlier.values()].filter(({ id }) => !now.has(id))
  return lines.length + lost.length > 0 ? { order, lines, lost } : undefined
}

const inKitchen = (order: RestaurantOrderRecord | undefined) =>
  new Map((order?.lines ?? []).filter(isInKitchen).map((line) => [line.id, line]))

const inKitchensEyes = (line: OrderLine | undefined) =>
  line && [
    line.dishId,
    line.dishName,
    line.notes,
    line.modifiers,
    line.status,
    line.firedAtMs,
  ]
