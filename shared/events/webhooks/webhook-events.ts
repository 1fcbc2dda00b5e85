import type * as z from 'zod'
import { Product } from '../../catalog/product.ts'
import type { ProductRecord } from '../../catalog/products.ts'
import { shownProduct } from '../../catalog/shown-products.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { wireShape } from '../../platform/validation/wire-shape.ts'
import { StoreOrder } from '../../selling/checkout/store-order.ts'
import {
  type StoreOrderRecord,
  storeOrderOnWire,
} from '../../selling/checkout/store-orders.ts'
import { orderOnWire } from '../../selling/refunds/order-on-wire.ts'
import { OrderWithTaxes } from '../../selling/restaurant/restaurant-order.ts'
import { mergedKey } from '../../selling/restaurant/restaurant-orders.ts'
import type { Order } from '../../selling/sales/orders.ts'
import { ZReport } from '../../selling/shifts/shift.ts'
import { zReportOnWire } from '../../selling/shifts/z-reports.ts'
import { Alert } from '../alerts/alert.ts'
import { alertOnWire } from '../alerts/alerts.ts'
import type { CommittedChange } from '../changes/committed-change.ts'
import {
  type Changed,
  type DomainEvent,
  eventsOf,
} from '../domain-events/domain-events.ts'
import type { WebhookEvent } from './webhook.ts'

/** An event, with its subject as the API shows it at that moment. */
export type ShopEvent = { readonly type: WebhookEvent; readonly data: unknown }

/** Returns the webhook events of a committed change. */
export async function shopEventsOf(change: CommittedChange): Promise<ShopEvent[]> {
  return (await Promise.all(eventsOf(change).map(told))).flat()
}

async function told(event: DomainEvent): Promise<ShopEvent[]> {
  switch (event.type) {
    case 'order.sold': {
      const { order } = event
      const type = order.kind === 'store' ? 'sale.completed' : 'order.settled'
      return [{ type, data: shownOrder(order) }]
    }
    case 'order.refunded':
      return [{ type: 'sale.refunded', data: shownOrder(event.order) }]
    case 'order.cancelled':
      return [{ type: 'order.cancelled', data: shownOrder(event.order) }]
    case 'order.deleted': {
      const { order } = event
      // The lines of a merged order are another's now
      const isCancelled =
        order.kind === 'restaurant' && !(await read(mergedKey(order.id)))
      return isCancelled ? [{ type: 'order.cancelled', data: shownOrder(order) }] : []
    }
    case 'product.changed':
      return productChanged(event)
    case 'stock.low':
      return 'product' in event.what
        ? [{ type: 'stock.low', data: await productOnWire(event.what.product) }]
        : []
    case 'shift.closed':
      return [{ type: event.type, data: shapeZ(await zReportOnWire(event.report)) }]
    case 'payment.received':
      return [{ type: event.type, data: paymentOnWire(event) }]
    case 'alert.raised':
      return [{ type: event.type, data: alert(event.alert) }]
    case 'order.changed':
    case 'stock.enough':
    case 'table.changed':
    case 'printer.changed':
    case 'alert.cleared':
      return []
  }
}

const shaped =
  <T>(schema: z.ZodType, onWire: (record: T) => unknown) =>
  (record: T): unknown =>
    wireShape(schema)(onWire(record))

const alert = shaped(Alert, alertOnWire)
const storeOrder = shaped(StoreOrder, storeOrderOnWire)
const otherOrder = shaped(OrderWithTaxes, orderOnWire)

/** An order as the API shows it by its kind. */
const shownOrder = (order: Order): unknown =>
  order.kind === 'store' ? storeOrder(order as StoreOrderRecord) : otherOrder(order)

const shapeProduct = wireShape(Product)
const shapeZ = wireShape(ZReport)

/** A product as clients read it; the components of a bundle are read. */
const productOnWire = async (product: ProductRecord | undefined) =>
  product && (shapeProduct(await shownProduct(product)) as object)

async function productChanged(event: Changed<ProductRecord>): Promise<ShopEvent[]> {
  const [before, after] = await Promise.all([
    productOnWire(event.before),
    productOnWire(event.after),
  ])
  if (!after) return [{ type: 'product.changed', data: { ...before, isDeleted: true } }]
  const isChanged = JSON.stringify(before) !== JSON.stringify(after)
  return isChanged ? [{ type: 'product.changed', data: after }] : []
}

const paymentOnWire = ({
  paymentHash,
  notification: { receivedAtMs, amountSat, shopRate },
}: Extract<DomainEvent, { type: 'payment.received' }>) => ({
  paymentHash,
  amountSat: amountSat ?? null,
  receivedAt: isoSeconds(receivedAtMs),
  ...(shopRate && { rate: shopRate.rate, currency: shopRate.currency }),
})
