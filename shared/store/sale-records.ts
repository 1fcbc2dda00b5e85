import type { Checkout } from '../../functions/store-orders/endpoints.ts'
import type { ProductRecord } from '../catalog/products.ts'
import { newId } from '../ids.ts'
import { listedAt, orderKey } from '../sales/orders.ts'
import type { LightningTender, Payment } from '../sales/payments.ts'
import { paymentKey } from '../sales/payments.ts'
import { type Ticket, ticketDateOf, ticketKey, ticketPaid } from '../sales/tickets.ts'
import type { User } from '../staff/users.ts'
import { isoSeconds } from '../time/iso.ts'
import type { StoreOrder, StoreOrderItem } from './store-orders.ts'

/** The order, ticket and payment of a sale, each naming the others. */
export function saleRecords(
  wanted: Checkout,
  user: User,
  products: ReadonlyMap<string, ProductRecord>,
  nowMs: number,
): { order: StoreOrder; ticket: Ticket; payment: Payment } {
  const {
    amount: amountCents,
    paymentMethodId: methodId,
    currencyId,
    transactionId,
    ticketNotes,
  } = wanted
  const [orderId, ticketId, paymentId] = [newId(), newId(), newId()]
  const lightning = lightningOf(wanted)
  return {
    order: {
      ...orderKey(orderId),
      id: orderId,
      kind: 'store',
      userId: user.id,
      userName: user.name,
      tableId: null,
      status: 'closed',
      settled: true,
      totalCents: amountCents,
      createdAt: isoSeconds(nowMs),
      listedAt: listedAt(nowMs, orderId),
      items: merged(wanted.items, products),
      payments: [{ paymentId, methodId, amountCents, lightning, ticketIds: [ticketId] }],
    },
    ticket: {
      ...ticketKey(ticketId),
      id: ticketId,
      orderId,
      userId: user.id,
      ticketDate: ticketDateOf(nowMs),
      status: ticketPaid,
      totalCents: amountCents,
      notes: ticketNotes,
      paymentIds: [paymentId],
      version: 1,
    },
    payment: {
      ...paymentKey(paymentId),
      id: paymentId,
      methodId,
      currencyId,
      transactionId,
      amountCents,
      lightning,
      ticketIds: [ticketId],
      version: 1,
    },
  }
}

/** One line for each product at each price. */
function merged(
  items: Checkout['items'],
  products: ReadonlyMap<string, ProductRecord>,
): StoreOrderItem[] {
  const lines = new Map<string, StoreOrderItem>()
  for (const { productId, quantity, priceAtOrder } of items) {
    const key = `${productId} ${priceAtOrder}`
    lines.set(key, {
      productId,
      productName: products.get(productId)?.name ?? '',
      quantity: (lines.get(key)?.quantity ?? 0) + quantity,
      priceAtOrder,
    })
  }
  return [...lines.values()]
}

/** null when the client sent none of the Lightning fields. */
function lightningOf(wanted: Checkout): LightningTender | null {
  const tender: LightningTender = {
    paymentHash: wanted.paymentHash,
    satoshiAmount: wanted.satoshiAmount ?? null,
    exchangeRateAtPayment: wanted.exchangeRateAtPayment ?? null,
    exchangeRateCurrency: wanted.exchangeRateCurrency ?? null,
    fiatAmountAtPayment: wanted.fiatAmountAtPayment ?? null,
  }
  return Object.values(tender).some((value) => value !== null) ? tender : null
}
