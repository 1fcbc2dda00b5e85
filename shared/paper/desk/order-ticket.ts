import type { StoreOrderRecord } from '../../checkout/store-orders.ts'
import { Failure } from '../../failure.ts'
import type { Currency } from '../../money/currencies.ts'
import { fromCents } from '../../money/decimal.ts'
import { findPaymentMethod } from '../../money/payment-methods.ts'
import type { OrderLine } from '../../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../../restaurant/restaurant-orders.ts'
import { findSpace } from '../../restaurant/spaces.ts'
import { findTable } from '../../restaurant/tables.ts'
import { tendersOf } from '../../sales/order-payments.ts'
import { findOrder, type Order } from '../../sales/orders.ts'
import type { LightningTender } from '../../sales/payment.ts'
import type { SaleTender } from '../../sales/sale-snapshot.ts'
import { findBaseCurrency, type ShopConfig } from '../../shop/config.ts'
import { configWith } from '../../shop/sold-shop.ts'
import { localMinute, type Timezone } from '../../time/zone.ts'
import {
  type BuiltInTemplate,
  receiptTemplate,
  refundTemplate,
} from '../layout/built-in.ts'
import { formatPrice } from '../layout/price.ts'
import type { PrintedTicket } from '../layout/printed-ticket.ts'
import { type Original, receiptOf, slipOfRefund } from './copy-mark.ts'
import { printedRefunds, refundSlipOf } from './refund-ticket.ts'

type Details = NonNullable<PrintedTicket['details']>

/** The ticket of an order, and which print of it this is: the same one again is a copy. */
export type OrderTicket = {
  readonly ticket: PrintedTicket
  readonly original: Original
  /** What prints it where the printer names no template. */
  readonly template: BuiltInTemplate
  /** The shop as it was when the order was sold. */
  readonly config: ShopConfig | undefined
}

type Sold = {
  readonly quantity: number
  readonly name: string
  readonly unitCents: number
  readonly notes: string | null
}

/** The records that a ticket of an order is made from. */
export type OrderFacts = {
  readonly order: Order
  readonly base: Currency
  readonly place: Awaited<ReturnType<typeof placeOf>>
}

/** Reads what a ticket of an order shows, or the slip of a refund. Throws `notFound`. */
export async function readOrderFacts(
  orderId: string,
  refundId?: string,
): Promise<OrderFacts> {
  const [order, base] = await Promise.all([findOrder(orderId), findBaseCurrency()])
  if (!order) throw new Failure('notFound')
  // A slip does not show it
  const place = await placeOf(refundId === undefined ? order.tableId : null)
  return { order, base, place }
}

/**
 * Everything that receipts show of an order of either kind; with a refund what its slip shows.
 * Throws `refundNotFound`.
 */
export function orderTicket(
  { order, base, place }: OrderFacts,
  configNow: ShopConfig | undefined,
  refundId?: string,
): OrderTicket {
  // A receipt names the shop of its sale, whatever the settings are now
  const config = configWith(configNow, order.sale?.shop)
  const timezone = config?.timezone ?? null
  if (refundId !== undefined) return { ...slipOf(order, refundId, timezone), config }
  const sold = soldIn(order)
  const items = sold.map((each) => ({
    quantity: each.quantity,
    name: each.name,
    price: fromCents(each.quantity * each.unitCents),
    ...commentsOf(each),
  }))
  const subtotalCents = sold.reduce(
    (sum, { quantity, unitCents }) => sum + quantity * unitCents,
    0,
  )
  const { totalCents } = order
  return {
    ticket: {
      ticketId: ticketIdOf(order),
      ...place,
      date: localMinute(Date.parse(order.createdAt), timezone),
      items,
      total: fromCents(totalCents),
      details: {
        currency: order.sale?.currency ?? base.acronym,
        ...detailsOf(order, { subtotalCents, totalCents }),
        ...printedRefunds(order, timezone),
      },
    },
    original: receiptOf(order.id, editionOf(order)),
    template: receiptTemplate,
    config,
  }
}

/** Below an item: how its price comes about, unless it is that of one unit, and its notes. */
function commentsOf({ quantity, unitCents, notes }: Sold): { comments?: string[] } {
  const units = quantity > 1 ? [`${quantity} x ${formatPrice(fromCents(unitCents))}`] : []
  const comments = [...units, ...(notes ? [notes] : [])]
  return comments.length > 0 ? { comments } : {}
}

/** Throws `refundNotFound` for a refund that the order does not have. */
function slipOf(
  order: Order,
  refundId: string,
  timezone: Timezone,
): Omit<OrderTicket, 'config'> {
  const ticket = refundSlipOf(order, refundId, timezone)
  if (!ticket) throw new Failure('refundNotFound')
  return { ticket, original: slipOfRefund(order.id, refundId), template: refundTemplate }
}

/** The names of a table and its room; blank without a table. */
export async function placeOf(tableId: string | null) {
  const table = tableId === null ? undefined : await findTable(tableId)
  const space = table && (await findSpace(table.spaceId))
  return { tableName: table?.name ?? '', roomName: space?.name ?? '' }
}

/** A bill that is not paid yet may change; every other order has one receipt. */
const isBill = (order: Order): order is RestaurantOrderRecord =>
  order.kind === 'restaurant' && !order.sale && order.status !== 'paid'

const editionOf = (order: Order): string =>
  isBill(order) ? `bill ${order.revision}` : 'receipt'

const ticketIdOf = ({ id, sale, payments }: Order): string =>
  sale?.ticketId ?? payments[0]?.ticketIds[0] ?? id

function soldIn(order: Order): readonly Sold[] {
  if (order.kind === 'restaurant') return byDish((order as RestaurantOrderRecord).lines)
  return (order as StoreOrderRecord).items.map(
    ({ quantity, productName, priceAtOrder }) => ({
      quantity,
      name: productName,
      unitCents: priceAtOrder,
      notes: null,
    }),
  )
}

/** Lines of a dish with the same price and notes as one; cancelled ones are not sold. */
function byDish(lines: readonly OrderLine[]): readonly Sold[] {
  const groups = Map.groupBy(
    lines.filter(({ status }) => status !== 'cancelled'),
    ({ dishId, priceCents, notes }) => JSON.stringify([dishId, priceCents, notes]),
  )
  return [...groups.values()].map((same) => ({
    quantity: same.length,
    name: same[0]?.dishName ?? '',
    unitCents: same[0]?.priceCents ?? 0,
    notes: same[0]?.notes ?? null,
  }))
}

function detailsOf(
  order: Order,
  { subtotalCents, totalCents }: Readonly<Record<'subtotalCents' | 'totalCents', number>>,
): Details {
  const { sale } = order
  const common = { cashier: order.userName, subtotal: fromCents(subtotalCents) }
  const paid = tendersOf(order).find(({ lightning }) => lightning?.paymentHash)
  const paymentHash = paid?.lightning?.paymentHash
  if (!sale) {
    return {
      ...common,
      adjustment: fromCents(totalCents - subtotalCents),
      tenders: order.payments.map(earlierTender),
      ...(paymentHash && { paymentHash }),
    }
  }
  const { goodsCents, adjustmentCents, discountCents } = sale
  return {
    ...common,
    ...(sale.number !== undefined && { number: sale.number }),
    discount: fromCents(discountCents),
    addedTax: fromCents(goodsCents - subtotalCents + discountCents - adjustmentCents),
    adjustment: fromCents(adjustmentCents),
    tip: fromCents(sale.tipCents),
    taxes: sale.taxes.map(({ name, rateThousandths, netCents, taxCents }) => ({
      name,
      ratePercent: rateThousandths / 1000,
      net: fromCents(netCents),
      tax: fromCents(taxCents),
    })),
    tenders: sale.tenders.map(printedTender),
    ...(paymentHash && { paymentHash }),
  }
}

/** A payment of an order that was made before orders kept their tenders. */
const earlierTender = ({
  methodId,
  amountCents,
  lightning,
}: Order['payments'][number]) => ({
  method: findPaymentMethod(methodId)?.name ?? '',
  amount: fromCents(amountCents),
  ...(lightning && satoshisOf(lightning)),
})

const printedTender = (tender: SaleTender) => ({
  method: tender.methodName,
  amount: fromCents(tender.amountCents),
  ...(tender.givenCents !== undefined && { given: fromCents(tender.givenCents) }),
  ...(tender.changeCents !== undefined && { change: fromCents(tender.changeCents) }),
  ...(tender.lightning && satoshisOf(tender.lightning)),
})

const satoshisOf = ({
  satoshiAmount,
  exchangeRateAtPayment,
  exchangeRateCurrency,
}: LightningTender) => ({
  ...(satoshiAmount !== null && { satoshis: satoshiAmount }),
  ...(exchangeRateAtPayment !== null && {
    exchangeRate: [
      formatPrice(exchangeRateAtPayment),
      exchangeRateCurrency?.toUpperCase(),
    ]
      .join(' ')
      .trim(),
  }),
})
