import * as z from 'zod'
import { taxesField } from '../sales/sale-on-wire.ts'
import { cents, isoTime } from '../validation/fields.ts'

/** Of the first of a sale's payments that has one. */
export const transactionId = z
  .string()
  .nullable()
  .describe('Of the card payment, as the till sent it')

/** One line of a sale: what was sold at one price. `priceAtOrder` is in cents. */
const ReportedSale = z
  .object({
    orderId: z.string(),
    productName: z.string(),
    quantity: z.int(),
    priceAtOrder: cents,
    discountCents: cents.describe("In cents: its own and its share of the order's"),
    paidCents: cents.describe('In cents, with tax; without the tip'),
    refundedQuantity: z.int().describe('Units that were given back'),
    refunded: z.boolean().describe('Whether nothing is left to give back'),
    userName: z.string(),
    paymentMethod: z.string(),
    saleDate: isoTime,
    satoshiAmount: z.number().nullable().describe('In satoshis; null unless Lightning'),
    exchangeRateAtPayment: z.number().nullable().describe('As the till sent it'),
    exchangeRateCurrency: z.string().nullable(),
    fiatAmountAtPayment: z.number().nullable().describe('As the till sent it'),
    paymentId: z.string().nullable(),
    transactionId,
  })
  .meta({ id: 'ReportedSale', description: 'What was sold at one price in one sale' })
export type ReportedSale = z.output<typeof ReportedSale>

/** A report of what was sold, and its sums. */
export const Report = z
  .object({
    totalRevenueCents: cents.describe(
      'In cents: price × quantity, before discounts, added tax, adjustments and refunds',
    ),
    totalItemsSold: z.int(),
    totalBtcSatoshis: z.int().describe('In satoshis, each payment once'),
    totalDiscountCents: cents.describe('In cents: of the lines and of whole sales'),
    totalAdjustmentCents: z
      .int()
      .describe('In cents: what was charged beyond what the lines came to, or below 0'),
    totalTipCents: cents.describe('In cents; in none of the other sums but refunds'),
    totalRefundedCents: cents.describe('In cents, tips included'),
    totalRefundedSatoshis: z.int().describe('In satoshis'),
    refundCount: z.int(),
    totalNetCents: cents.describe('In cents: paid without tips, less refunded goods'),
    taxes: taxesField.describe('By name and rate, less what was refunded'),
    sales: z.array(ReportedSale),
  })
  .meta({ id: 'SalesReport', description: 'What was sold, and its sums' })
