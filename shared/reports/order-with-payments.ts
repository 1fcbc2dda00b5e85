import * as z from 'zod'
import { refundFields } from '../sales/order-refund.ts'
import { ratesOnWire } from '../sales/payment.ts'
import { saleFields } from '../sales/sale-on-wire.ts'
import {
  cents,
  isoTime,
  majorUnits,
  nullableText,
  recordId,
} from '../validation/fields.ts'
import { transactionId } from './report.ts'

/** An order of either kind with what was paid for it, as clients read it. */
export const OrderWithPayments = z
  .object({
    id: recordId(),
    userId: recordId('the user who took the order'),
    userName: z.string().describe('Name of the user at that time'),
    tableId: nullableText.describe('Id of the table; null for an order without one'),
    status: z
      .string()
      .describe('`open`, `closed`, `paid`, or `refunded` for a sale of the store'),
    total: majorUnits,
    createdAt: isoTime,
    paymentMethod: z.string().describe('Names, joined by commas; blank for none'),
    paymentMethodIds: z.array(z.string()).describe('Ids of the methods it was paid with'),
    tenders: z
      .array(
        z.object({
          paymentMethodId: recordId(
            'a payment method, as GET /payments/methods lists them',
          ),
          paymentMethod: z.string().describe('Name of the method when it was paid'),
          amountCents: cents,
        }),
      )
      .describe('The payments of the sale, change excluded'),
    satoshiAmount: z.number().nullable().describe('In satoshis; null unless Lightning'),
    ...ratesOnWire,
    paymentHash: nullableText.describe('Payment hash in hex, 64 characters'),
    transactionId,
    ...saleFields,
    ...refundFields,
    items: z
      .array(
        z.object({
          productName: z.string().describe('Name that the product had when it was sold'),
          quantity: z.int().describe('Units'),
          priceAtOrder: cents,
        }),
      )
      .describe('None for orders of the restaurant'),
  })
  .meta({
    id: 'OrderWithPayments',
    description: 'An order of restaurant or store with what was paid for it',
  })
