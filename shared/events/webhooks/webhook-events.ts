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
import {
  type HashNotification,
  isPaymentHash,
} from '../../selling/sales/payment-hashes.ts'
import { ZReport } from '../../selling/shifts/shift.ts'
import { type ZReportRecord, zReportOnWire } from '../../selling/shifts/z-reports.ts'
import { Alert } from '../alerts/alert.ts'
import { type AlertRecord, alertOnWire } from '../alerts/alerts.ts'
import type { CommittedChange } from '../changes/committed-change.ts'
import type { WebhookEvent } from './webhook.ts'

/** An event, with what the API shows of the thing at that moment. */
export type ShopEvent = { readonly type: WebhookEvent; readonly data: unknown }

/**
 * The events that a committed change proves. Of the records that one transaction writes, one
 * alone proves an event, so none is told twice: the order of a sale, the Z of a close.
 */
export async function eventsOf(change: CommittedChange): Promise<ShopEvent[]> {
  const { key, before, after } = change
  if (key.sk === 'ORDER') {
    return orderEvents(before as Order | undefined, after as Order | undefined)
  }
  if (key.pk === 'PRODUCT') {
    return productEvents(
      before as ProductRecord | undefined,
      after as ProductRecord | undefined,
    )
  }
  if (before || !after) return []
  if (key.pk === 'Z-REPORT') {
    return [{ type: 'shift.closed', data: closed(after as ZReportRecord) }]
  }
  if (key.sk === 'NOTIFICATION') return paymentEvents(key.pk, after as HashNotification)
  if (alertGuards.includes(key.pk)) {
    return [{ type: 'alert.raised', data: alert(after as AlertRecord) }]
  }
  return []
}

/** The record of an alert that makes it the only one. */
const alertGuards = ['OPEN-ALERT', 'PAST-ALERT']

const shaped =
  <T>(schema: z.ZodType, onWire: (record: T) => unknown) =>
  (record: T): unknown =>
    wireShape(schema)(onWire(record))

const alert = shaped(Alert, alertOnWire)
const closed = shaped(ZReport, zReportOnWire)
const storeOrder = shaped(StoreOrder, storeOrderOnWire)
const otherOrder = shaped(OrderWithTaxes, orderOnWire)

/** An order as the API shows it by its kind. */
const shownOrder = (order: Order): unknown =>
  order.kind === 'store' ? storeOrder(order as StoreOrderRecord) : otherOrder(order)

async function orderEvents(
  before: Order | undefined,
  after: Order | undefined,
): Promise<ShopEvent[]> {
  if (!after) {
    // The lines of a merged order are another's now
    const isCancelled =
      before?.kind === 'restaurant' && !(await read(mergedKey(before.id)))
    return isCancelled ? [{ type: 'order.cancelled', data: shownOrder(before) }] : []
  }
  const event = (type: WebhookEvent, holds: boolean): ShopEvent[] =>
    holds ? [{ type, data: shownOrder(after) }] : []
  const isOfStore = after.kind === 'store'
  const isSold = after.sale?.number !== undefined
  const isNewlySold = isSold && before?.sale?.number === undefined
  return [
    ...event('sale.completed', isOfStore && isNewlySold),
    ...event('order.settled', !isOfStore && isNewlySold),
    ...event(
      'order.cancelled',
      isOfStore && before?.status === 'open' && after.status === 'closed',
    ),
    ...event('sale.refunded', refundsIn(after) > refundsIn(before ?? after)),
  ]
}

const refundsIn = ({ sale }: Order) => sale?.refunds?.length ?? 0

const shapeProduct = wireShape(Product)

/** A product as clients read it; the components of a bundle are read. */
const productOnWire = async (product: ProductRecord | undefined) =>
  product && (shapeProduct(await shownProduct(product)) as z.output<typeof Product>)

async function productEvents(
  was: ProductRecord | undefined,
  is: ProductRecord | undefined,
): Promise<ShopEvent[]> {
  const [before, after] = await Promise.all([productOnWire(was), productOnWire(is)])
  if (!after) return [{ type: 'product.changed', data: { ...before, isDeleted: true } }]
  const isChanged = JSON.stringify(before) !== JSON.stringify(after)
  const becameLow = before !== undefined && !isLow(before) && isLow(after)
  return [
    ...(isChanged ? [{ type: 'product.changed' as const, data: after }] : []),
    ...(becameLow ? [{ type: 'stock.low' as const, data: after }] : []),
  ]
}

/** Bundles have no stock of their own, and the units of some products are not counted. */
const isLow = ({
  isBundle,
  trackStock,
  quantity,
  minStockThreshold,
}: z.output<typeof Product>) => !isBundle && trackStock && quantity < minStockThreshold

function paymentEvents(
  pk: string,
  { receivedAtMs, amountSat, shopRate }: HashNotification,
): ShopEvent[] {
  const paymentHash = pk.slice(pk.indexOf('#') + 1)
  if (!isPaymentHash(paymentHash)) return []
  const data = {
    paymentHash,
    amountSat: amountSat ?? null,
    receivedAt: isoSeconds(receivedAtMs),
    ...(shopRate && { rate: shopRate.rate, currency: shopRate.currency }),
  }
  return [{ type: 'payment.received', data }]
}
