import { lambda } from '../../shared/http/lambda.ts'
import { endpoints } from './endpoints.ts'
import { readFilter } from './order-filter.ts'
import { ordersWithPayments } from './with-payments.ts'

export const handler = lambda(endpoints, {
  withPayments: ({ query }) => ordersWithPayments(readFilter(query)),
})
