import * as z from 'zod'

/** An order of either kind with what was paid for it, as clients read it. */
export const OrderWithPayments = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string(),
  tableId: z.string().nullable(),
  status: z.string(),
  total: z.number(),
  createdAt: z.string(),
  paymentMethod: z.string(),
  paymentMethodIds: z.array(z.string()),
  satoshiAmount: z.number().nullable(),
  exchangeRateAtPayment: z.number().nullable(),
  exchangeRateCurrency: z.string().nullable(),
  fiatAmountAtPayment: z.number().nullable(),
})
