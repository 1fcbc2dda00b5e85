import * as z from 'zod'
import { maxPaymentCodeLength } from '../lightning/limits.ts'
import { id, idOf, integer, text } from '../validation/fields.ts'

const maxReasonLength = 500

const noItems = 'must not stand beside amountCents'

const common = {
  invoice: text
    .max(maxPaymentCodeLength)
    .nullish()
    .transform((invoice) => invoice?.trim() || null)
    .describe(
      'A BOLT11 invoice to pay out to; without it, or blank, the till gives the money back',
    ),
  paymentMethodId: id
    .nullish()
    .transform((method) => method ?? null)
    .describe('How the till gives it back; by default as most of it was paid'),
  amountCents: integer
    .min(1)
    .nullish()
    .transform((cents) => cents ?? null)
    .describe('A sum instead of items, in cents'),
  reason: text
    .max(maxReasonLength)
    .nullish()
    .transform((reason) => reason?.trim() || null)
    .describe('Why the money is given back, such as cold soup'),
}

const RefundItem = z
  .object({
    productId: idOf('the product'),
    quantity: integer.min(1).describe('Units'),
    priceAtOrder: integer
      .nullish()
      .transform((cents) => cents ?? null)
      .describe('In cents; needed where the product was sold at several prices'),
    line: integer
      .nullish()
      .describe('Its place in the sale, from 0, where price is not enough'),
  })
  .meta({ id: 'RefundItem', description: 'Units of a product to give back' })

/** Body of POST /store/orders/{id}/refund. */
export const StoreRefundRequest = z
  .object({
    ...common,
    items: z.array(RefundItem).min(1).nullish().describe('All that is left by default'),
    restock: z
      .boolean()
      .nullish()
      .transform((restock) => restock ?? true)
      .describe('Whether the units return to stock'),
  })
  .refine(({ items, amountCents }) => !items || amountCents === null, {
    path: ['items'],
    message: noItems,
  })
  .meta({ id: 'StoreRefundRequest', description: 'What of a sale to give back' })
export type StoreRefundRequest = z.output<typeof StoreRefundRequest>

/** Body of POST /orders/{id}/refund. */
export const OrderRefundRequest = z
  .object({
    ...common,
    items: z
      .array(z.object({ orderDishId: id.describe('Id of a dish of the order') }))
      .min(1)
      .nullish()
      .describe('All that is left by default'),
  })
  .refine(({ items, amountCents }) => !items || amountCents === null, {
    path: ['items'],
    message: noItems,
  })
  .meta({ id: 'OrderRefundRequest', description: 'What of a settled order to give back' })
export type OrderRefundRequest = z.output<typeof OrderRefundRequest>

/** A refund as it was asked for, of an order of either kind. */
export type RefundRequest = Pick<
  StoreRefundRequest,
  'invoice' | 'paymentMethodId' | 'amountCents' | 'reason' | 'restock'
>
