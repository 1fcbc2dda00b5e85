import * as z from 'zod'
import { get, group, permission } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json } from '../../shared/http/reply.ts'

const Sale = z.object({
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

const Report = z.object({
  totalRevenueCents: z.int(),
  totalItemsSold: z.int(),
  totalBtcSatoshis: z.int(),
  sales: z.array(Sale),
})

const parameter = z.string().optional()

/** The filters as sent; each has a refusal of its own, see report-filter.ts. */
const ReportFilter = z.object({
  period: parameter,
  startDate: parameter,
  endDate: parameter,
  productName: parameter,
  userId: parameter,
  paymentMethod: parameter,
})
export type ReportFilter = z.output<typeof ReportFilter>

/** Reports of what was sold (open-areas, section 12). */
export const endpoints = group('reports', ['table:read', 'token-key'], {
  sales: get('/reports', {
    access: permission('reports_read'),
    query: ReportFilter,
    reply: json(Report),
    problems: { reversedDays: message(400, 'startDate cannot be after endDate') },
  }),
})
