import * as z from 'zod'

/** One line of a sale: what was sold at one price. `priceAtOrder` is in cents. */
const ReportedSale = z.object({
  orderId: z.string(),
  productName: z.string(),
  quantity: z.int(),
  priceAtOrder: z.int(),
  userName: z.string(),
  paymentMethod: z.string(),
  saleDate: z.string(),
  satoshiAmount: z.number().nullable(),
  exchangeRateAtPayment: z.number().nullable(),
  exchangeRateCurrency: z.string().nullable(),
  fiatAmountAtPayment: z.number().nullable(),
  paymentId: z.string().nullable(),
})
export type ReportedSale = z.output<typeof ReportedSale>

/** A report of what was sold, and its sums. */
export const Report = z.object({
  totalRevenueCents: z.int(),
  totalItemsSold: z.int(),
  totalBtcSatoshis: z.int(),
  sales: z.array(ReportedSale),
})
