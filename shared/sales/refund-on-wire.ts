import * as z from 'zod'
import { cents, isoTime } from '../validation/fields.ts'
import type { SaleRefund, SaleSnapshot } from './sale-snapshot.ts'

/** Units of a product that a refund gave back, and what they were paid with. */
export const RefundedUnits = z
  .object({
    productId: z.string(),
    quantity: z.int(),
    priceAtOrder: cents,
    amountCents: cents,
  })
  .meta({ id: 'RefundedUnits', description: 'Units of a product that were given back' })

const RefundOfSale = z
  .object({
    id: z.string(),
    refundInvoice: z.string().nullable().describe('Null when the till gave it back'),
    satoshiAmount: z.int().describe('What was paid out; 0 when the till gave it back'),
    refundedAt: isoTime,
    amountCents: cents,
    paymentMethodId: z.string(),
    paymentMethod: z.string().describe('Name of the method that it went back in'),
    userId: z.string(),
    userName: z.string(),
    reason: z.string().nullable(),
    items: z
      .array(RefundedUnits)
      .describe('Units of products; none for a sum and for orders of the restaurant'),
  })
  .meta({ id: 'RefundOfSale', description: 'A refund of a sale' })

/** What orders of either kind show of their refunds. */
export const refundFields = {
  refund: RefundOfSale.nullable().describe('The last one; null for none'),
  refunds: z.array(RefundOfSale).describe('Oldest first'),
}

type SoldUnits = { readonly productId: string; readonly priceAtOrder: number }

/** The refunds of an order; the items are those of a store order. */
export function refundsOnWire(
  sale: SaleSnapshot | undefined,
  items: readonly SoldUnits[],
) {
  const refunds = (sale?.refunds ?? []).map((refund) => ({
    ...refund,
    refundInvoice: refund.invoice ?? null,
    paymentMethodId: refund.methodId,
    paymentMethod: refund.methodName,
    items: items.length === 0 ? [] : refundedUnits(items, refund),
  }))
  return { refund: refunds.at(-1) ?? null, refunds }
}

/** The units of a store order that a refund gave back. */
export const refundedUnits = (items: readonly SoldUnits[], { lines }: SaleRefund) =>
  lines
    .filter(({ quantity }) => quantity > 0)
    .map(({ at, quantity, paidCents }) => ({
      productId: items[at]?.productId ?? '',
      priceAtOrder: items[at]?.priceAtOrder ?? 0,
      quantity,
      amountCents: paidCents,
    }))
