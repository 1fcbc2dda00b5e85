import * as z from 'zod'
import { refundFields } from '../sales/order-refund.ts'
import { saleFields } from '../sales/sale-on-wire.ts'
import { cents, isoTime, majorUnits } from '../validation/fields.ts'
import { transactionId } from './report.ts'

/** An order of either kind with what was paid for it, as clients read it. */
export const OrderWithPayments = z
  .object({
    id: z.string(),
    userId: z.string(),
    userName: z.string(),
    tableId: z.string().nullable(),
    status: z
      .string()
      .describe('`open`, `closed`, `paid`, or `refunded` for a sale of the store'),
    total: majorUnits,
    createdAt: isoTime,
    paymentMethod: z.string().describe('Names, joined by commas; blank for none'),
    paymentMethodIds: z.array(z.string()),
    tenders: z
      .array(
        z.object({
          paymentMethodId: z.string(),
          paymentMethod: z.string().describe('Name of the method when it was paid'),
          amountCents: cents,
        }),
      )
      .describe('The payments of the sale, change excluded'),
    satoshiAmount: z.number().nullable().describe('In satoshis; null unless Lightning'),
    exchangeRateAtPayment: z.number().nullable().describe('As the till sent it'),
    exchangeRateCurrency: z.string().nullable(),
    fiatAmountAtPayment: z.number().nullable().describe('As the till sent it'),
    paymentHash: z.string().nullable(),
    transactionId,
    ...saleFields,
    ...refundFields,
    items: z
      .array(
        z.object({
          productName: z.string().describe('Name that the product had when it was sold'),
          quantity: z.int(),
          priceAtOrder: cents,
        }),
      )
      .describe('None for orders of the restaurant'),
  })
  .meta({
    id: 'OrderWithPayments',
    description: 'An order of restaurant or store with what was paid for it',
  })
