import type { ProductRecord } from '../catalog/products.ts'
import { newId } from '../ids.ts'
import { listedAt, orderKey } from '../sales/orders.ts'
import type { LightningTender } from '../sales/payment.ts'
import { type PaymentRecord, paymentKey } from '../sales/payments.ts'
import { ticketDateOf, ticketPaid } from '../sales/ticket.ts'
import { type TicketRecord, ticketKey } from '../sales/tickets.ts'
import type { User } from '../staff/users.ts'
import { isoSeconds } from '../time/iso.ts'
import type { CheckoutRequest } from './checkout-request.ts'
import type { StoreOrderItemRecord, StoreOrderRecord } from './store-orders.ts'

/** The order, ticket and payment of a sale, each naming the others. */
export function saleRecords(
  input: CheckoutRequest,
  user: User,
  products: ReadonlyMap<string, ProductRecord>,
  nowMs: number,
): { order: StoreOrderRecord; ticket: TicketRecord; payment: PaymentRecord } {
  const {
    amount: amountCents,
    paymentMethodId: methodId,
    currencyId,
    transactionId,
    ticketNotes,
  } = input
  const [orderId, ticketId, paymentId] = [newId(), newId(), newId()]
  const lightning = lightningOf(input)
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
      items: mergeItems(input.items, products),
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

/** One item for each product at each price. */
function mergeItems(
  items: CheckoutRequest['items'],
  products: ReadonlyMap<string, ProductRecord>,
): StoreOrderItemRecord[] {
  const merged = new Map<string, StoreOrderItemRecord>()
  for (const { productId, quantity, priceAtOrder } of items) {
    const key = `${productId} ${priceAtOrder}`
    merged.set(key, {
      productId,
      productName: products.get(productId)?.name ?? '',
      quantity: (merged.get(key)?.quantity ?? 0) + quantity,
      priceAtOrder,
    })
  }
  return [...merged.values()]
}

/** null when the client sent none of the Lightning fields. */
function lightningOf(input: CheckoutRequest): LightningTender | null {
  const tender: LightningTender = {
    paymentHash: input.paymentHash,
    satoshiAmount: input.satoshiAmount ?? null,
    exchangeRateAtPayment: input.exchangeRateAtPayment ?? null,
    exchangeRateCurrency: input.exchangeRateCurrency ?? null,
    fiatAmountAtPayment: input.fiatAmountAtPayment ?? null,
  }
  return Object.values(tender).some((value) => value !== null) ? tender : null
}
