import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { alternative } from '../../shared/http/reply.ts'
import { knownOf } from '../../shared/table/payment-hashes.ts'
import * as storeOrders from '../../shared/table/store-orders.ts'
import { checkout, checkoutIfPaid } from './checkout.ts'
import { endpoints } from './endpoints.ts'
import { standingOf } from './receipt.ts'
import { completed } from './sale.ts'

export const handler = lambda(endpoints, {
  list: async ({ query, page }) =>
    (await storeOrders.allStoreOrders(query.status, page)).map(withTotal),

  one: async ({ params }) => {
    const order = await storeOrders.findStoreOrder(params.id)
    if (!order) throw new Failure('unknown')
    return withTotal(order)
  },

  checkout: async ({ body, request }) => {
    const outcome = await checkout(body, request.nowMs)
    return outcome.status === 'pending' ? alternative('pending', outcome) : outcome
  },

  checkoutIfPaid: async ({ body, request }) => {
    const outcome = await checkoutIfPaid(body, request.nowMs)
    return outcome.status === 'pending' ? alternative('pending', outcome) : outcome
  },

  paymentStatus: async ({ params: { paymentHash }, request }) => {
    const { sale, notification } = await knownOf(paymentHash, request.nowMs)
    if (sale) return completed(sale)
    const standing = await standingOf(paymentHash, notification)
    return alternative(standing.status, standing)
  },

  cancel: ({ params }) => storeOrders.cancelStoreOrder(params.id),
})

const withTotal = (order: storeOrders.StoreOrder) => ({
  ...order,
  total: order.totalCents,
})
