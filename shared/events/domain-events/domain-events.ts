import type { IngredientRecord } from '../../catalog/ingredients.ts'
import { isLow, type Stock } from '../../catalog/low-stock.ts'
import type { ProductRecord } from '../../catalog/products.ts'
import { unitsOf } from '../../catalog/shown-products.ts'
import type { StoredPrinter } from '../../paper/printing/printer-configurations.ts'
import type { TableRecord } from '../../selling/restaurant/tables.ts'
import type { Order } from '../../selling/sales/orders.ts'
import {
  type HashNotification,
  isPaymentHash,
} from '../../selling/sales/payment-hashes.ts'
import type { ZReportRecord } from '../../selling/shifts/z-reports.ts'
import type { AlertRecord } from '../alerts/alerts.ts'
import type { CommittedChange } from '../changes/committed-change.ts'

/**
 * A record before and after: `before` is undefined for a new one, `after` for a deleted one.
 */
export type Changed<T> = {
  readonly before: T | undefined
  readonly after: T | undefined
}

/** Events in the shop. Screens, webhooks and alerts each pick theirs. */
export type DomainEvent =
  | ({ readonly type: 'order.changed' } & Changed<Order>)
  /** It has its number. */
  | { readonly type: 'order.sold'; readonly order: Order }
  | { readonly type: 'order.refunded'; readonly order: Order }
  /** An open order of the store is closed without a sale. */
  | { readonly type: 'order.cancelled'; readonly order: Order }
  /** The order is cancelled, or its lines moved to another. */
  | { readonly type: 'order.deleted'; readonly order: Order }
  | ({ readonly type: 'product.changed' } & Changed<ProductRecord>)
  | ({ readonly type: 'stock.low'; readonly stock: NamedStock } & StockOf)
  | ({ readonly type: 'stock.enough' } & StockOf)
  | ({ readonly type: 'table.changed' } & Changed<TableRecord>)
  | ({ readonly type: 'printer.changed' } & Changed<StoredPrinter>)
  | { readonly type: 'shift.closed'; readonly report: ZReportRecord }
  | {
      readonly type: 'payment.received'
      readonly paymentHash: string
      readonly notification: HashNotification
    }
  /** A new alert; one that is not open was over at once. */
  | {
      readonly type: 'alert.raised'
      readonly alert: AlertRecord
      readonly isOpen: boolean
    }
  | { readonly type: 'alert.cleared'; readonly alert: AlertRecord }

/** A product or ingredient that crossed its minimum. */
type StockOf = {
  readonly what:
    | { readonly productId: string; readonly product: ProductRecord }
    | { readonly ingredientId: string }
}

type NamedStock = Stock & { readonly name: string }

/**
 * The events that a committed change proves. Of the records that one transaction writes, one
 * alone proves an event, so none happens twice: the order of a sale, the Z of a close.
 */
export function eventsOf({ key, before, after }: CommittedChange): DomainEvent[] {
  if (key.sk === 'ORDER') return orderEvents(before as Order, after as Order)
  if (key.sk === 'NOTIFICATION') {
    const paymentHash = key.pk.slice(key.pk.indexOf('#') + 1)
    if (before || !after || !isPaymentHash(paymentHash)) return []
    const notification = after as HashNotification
    return [{ type: 'payment.received', paymentHash, notification }]
  }
  const derive = Object.hasOwn(ofPartition, key.pk) && ofPartition[key.pk]
  return derive ? derive(before as never, after as never) : []
}

type Derivation<T> = (before: T | undefined, after: T | undefined) => DomainEvent[]

const ofPartition: Readonly<Record<string, Derivation<never>>> = {
  PRODUCT: productEvents,
  INGREDIENT: ingredientEvents,
  TABLE: (before, after) => [{ type: 'table.changed', before, after }],
  PRINTER: (before, after) => [{ type: 'printer.changed', before, after }],
  'Z-REPORT': (before, report) =>
    before || !report ? [] : [{ type: 'shift.closed', report }],
  'OPEN-ALERT': openAlertEvents,
  'PAST-ALERT': (before, alert) =>
    before || !alert ? [] : [{ type: 'alert.raised', alert, isOpen: false }],
}

function orderEvents(before: Order | undefined, after: Order | undefined): DomainEvent[] {
  const changed: DomainEvent = { type: 'order.changed', before, after }
  if (!after) return before ? [changed, { type: 'order.deleted', order: before }] : []
  const event = (
    type: 'order.sold' | 'order.cancelled' | 'order.refunded',
    holds: boolean,
  ): DomainEvent[] => (holds ? [{ type, order: after }] : [])
  const isSold = after.sale?.number !== undefined
  const isNewlySold = isSold && before?.sale?.number === undefined
  const isClosed = before?.status === 'open' && after.status === 'closed'
  return [
    changed,
    ...event('order.sold', isNewlySold),
    ...event('order.cancelled', after.kind === 'store' && isClosed),
    ...event('order.refunded', refundsIn(after) > refundsIn(before ?? after)),
  ]
}

const refundsIn = ({ sale }: Order) => sale?.refunds?.length ?? 0

function productEvents(
  before: ProductRecord | undefined,
  after: ProductRecord | undefined,
): DomainEvent[] {
  return [
    { type: 'product.changed', before, after },
    ...stockEvents(before, after, stockOfProduct, (product) => ({
      productId: product.id,
      product,
    })),
  ]
}

function ingredientEvents(
  before: IngredientRecord | undefined,
  after: IngredientRecord | undefined,
): DomainEvent[] {
  return stockEvents(before, after, stockOfIngredient, ({ id }) => ({ ingredientId: id }))
}

/** Bundles have no stock of their own, and the units of some products are not counted. */
const stockOfProduct = (product: ProductRecord): NamedStock | undefined =>
  product.components || product.trackStock === false
    ? undefined
    : {
        name: product.name,
        quantity: unitsOf(product),
        minimum: product.minStockThreshold,
      }

const stockOfIngredient = ({ name, quantity, lowStockThreshold }: IngredientRecord) => ({
  name,
  quantity,
  minimum: lowStockThreshold,
})

/**
 * Returns the events of a stock change: falling below the minimum or below 0 is one,
 * being created low is not.
 */
function stockEvents<T>(
  before: T | undefined,
  after: T | undefined,
  stockOf: (record: T) => NamedStock | undefined,
  whatOf: (record: T) => StockOf['what'],
): DomainEvent[] {
  if (!before) return []
  const [had, has] = [stockOf(before), after && stockOf(after)]
  const [was, is] = [had !== undefined && isLow(had), has !== undefined && isLow(has)]
  const isBelowZero = had !== undefined && had.quantity >= 0 && (has?.quantity ?? 0) < 0
  if (after && has && is && (!was || isBelowZero)) {
    return [{ type: 'stock.low', what: whatOf(after), stock: has }]
  }
  return was && !is ? [{ type: 'stock.enough', what: whatOf(before) }] : []
}

/** An alert is raised with its record among the open ones, and cleared with its deletion. */
function openAlertEvents(
  before: AlertRecord | undefined,
  after: AlertRecord | undefined,
): DomainEvent[] {
  if (after?.id === before?.id) return []
  return [
    ...(before ? [{ type: 'alert.cleared', alert: before } as const] : []),
    ...(after ? [{ type: 'alert.raised', alert: after, isOpen: true } as const] : []),
  ]
}
