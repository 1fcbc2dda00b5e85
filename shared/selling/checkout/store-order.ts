import * as z from 'zod'
import {
  cents,
  isoTime,
  nullableText,
  recordId,
} from '../../platform/validation/fields.ts'
import {
  modifiersField,
  refundFields,
  saleFields,
  taxesField,
} from '../sales/sale-on-wire.ts'

const StoreOrderItem = z
  .object({
    productId: recordId('the product'),
    variantId: recordId('its variant').optional(),
    productName: z.string().describe('Name that the product had when it was sold'),
    modifiers: modifiersField,
    quantity: z.int().describe('Units that were sold'),
    priceAtOrder: cents,
    discountCents: cents.describe("In cents: its own and its share of the order's"),
    paidCents: cents.nullable().describe('In cents, with tax; null for an open order'),
  })
  .meta({ id: 'StoreOrderItem', description: 'Units of a product at one price' })
/** A stored item, with its sale beside it. */
export type StoreOrderItem = Readonly<
  Omit<z.output<typeof StoreOrderItem>, 'discountCents' | 'paidCents' | 'modifiers'>
>

export const StoreOrder = z
  .object({
    id: recordId(),
    userId: recordId('the user who took the order'),
    userName: nullableText.describe('Name of the user at that time'),
    status: z.string().describe('`open`, `closed`, or `refunded` when nothing is left'),
    total: cents,
    createdAt: isoTime,
    ...saleFields,
    ...refundFields,
    taxes: taxesField.describe('By name and rate; empty if nothing was taxed'),
    items: z
      .array(StoreOrderItem)
      .describe('What is sold, a line for each product at a price'),
  })
  .meta({ id: 'StoreOrder', description: 'An order of the store' })
