import * as z from 'zod'
import { ratesOnWire } from '../sales/payment.ts'
import { taxesField } from '../sales/sale-on-wire.ts'
import { cents, isoTime, nullableText, recordId } from '../validation/fields.ts'

/** Of the first of a sale's payments that has one. */
export const transactionId = nullableText.describe('Of the card payment, as sent')

/** One line of a sale: what was sold at one price. `priceAtOrder` is in cents. */
const ReportedSale = z
  .object({
    orderId: recordId('the order'),
    productName: z.string().describe('Name that the product had when it was sold'),
    quantity: z.int().describe('Units that were sold'),
    priceAtOrder: cents,
    discountCents: cents.describe("In cents: its own and its share of the order's"),
    paidCents: cents.describe('In cents, with tax; without the tip'),
    refundedQuantity: z.int().describe('Units that were given back'),
    refunded: z.boolean().describe('Whether nothing is left to give back'),
    userName: z.string().describe('Name of the user at that time'),
    paymentMethod: z.string().describe('Name of the method that it was paid with'),
    saleDate: isoTime,
    satoshiAmount: z.number().nullable().describe('In satoshis; null unless Lightning'),
    ...ratesOnWire,
    paymentId: nullableText.describe('Id of the payment'),
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
    totalItemsSold: z.int().describe('Units of all products'),
    totalBtcSatoshis: z.int().describe('In satoshis, each payment once'),
    totalDiscountCents: cents.describe('In cents: of the lines and of whole sales'),
    totalAdjustmentCents: z
      .int()
      .describe('In cents: what was charged beyond what the lines came to, or below 0'),
    totalTipCents: cents.describe('In cents; in none of the other sums but refunds'),
    totalRefundedCents: cents.describe('In cents, tips included'),
    totalRefundedSatoshis: z.int().describe('In satoshis'),
    refundCount: z.int().describe('Number of refunds'),
    totalNetCents: cents.describe('In cents: paid without tips, less refunded goods'),
    taxes: taxesField.describe('By name and rate, less what was refunded'),
    sales: z.array(ReportedSale).describe('A row for each product of each order'),
  })
  .meta({ id: 'SalesReport', description: 'What was sold, and its sums' })
