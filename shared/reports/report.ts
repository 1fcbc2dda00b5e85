import * as z from 'zod'
import { cents, isoTime } from '../validation/fields.ts'

/** One line of a sale: what was sold at one price. `priceAtOrder` is in cents. */
const ReportedSale = z
  .object({
    orderId: z.string(),
    productName: z.string(),
    quantity: z.int(),
    priceAtOrder: cents,
    userName: z.string(),
    paymentMethod: z.string(),
    saleDate: isoTime,
    satoshiAmount: z.number().nullable().describe('In satoshis; null unless Lightning'),
    exchangeRateAtPayment: z.number().nullable().describe('As the till sent it'),
    exchangeRateCurrency: z.string().nullable(),
    fiatAmountAtPayment: z.number().nullable().describe('As the till sent it'),
    paymentId: z.string().nullable(),
  })
  .meta({ id: 'ReportedSale', description: 'What was sold at one price in one sale' })
export type ReportedSale = z.output<typeof ReportedSale>

/** A report of what was sold, and its sums. */
export const Report = z
  .object({
    totalRevenueCents: cents,
    totalItemsSold: z.int(),
    totalBtcSatoshis: z.int().describe('In satoshis, each payment once'),
    sales: z.array(ReportedSale),
  })
  .meta({ id: 'SalesReport', description: 'What was sold, and its sums' })
