import type { Caller } from '../../shared/auth/tokens.ts'
import { checkout, checkoutIfPaid } from '../../shared/checkout/checkout.ts'
import { completedCheckout } from '../../shared/checkout/checkout-result.ts'
import { confirmPayment, orPending } from '../../shared/checkout/payment-confirmation.ts'
import * as storeOrders from '../../shared/checkout/store-orders.ts'
import { required } from '../../shared/failure.ts'
import type { RequestFacts } from '../../shared/http/call.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { alternative } from '../../shared/http/reply.ts'
import { sellCartQuote } from '../../shared/quotes/cart-quotes.ts'
import { refund } from '../../shared/refunds/refund.ts'
import { unitsInStore } from '../../shared/refunds/refund-units.ts'
import { withSettledRefund } from '../../shared/refunds/settle-payout.ts'
import { readPaymentHash } from '../../shared/sales/payment-hashes.ts'
import { holds } from '../../shared/staff/permissions.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ query, page }) =>
    (await storeOrders.allStoreOrders(query.status, page)).map(
      storeOrders.storeOrderOnWire,
    ),

  one: async ({ params }) => {
    const order = required(await storeOrders.findStoreOrder(params.id))
    return storeOrders.storeOrderOnWire(await withSettledRefund(order))
  },

  checkout: async ({ body, caller, request }) => {
    const result = await checkout(body, factsOf(caller, request))
    return result.status === 'pending' ? alternative('pending', result) : result
  },

  checkoutIfPaid: async ({ body, caller, request }) => {
    const facts = factsOf(caller, request)
    const result =
      'quoteId' in body
        ? await sellCartQuote(body, facts)
        : await checkoutIfPaid(body, facts)
    return result.status === 'pending' ? alternative('pending', result) : result
  },

  paymentStatus: async ({ params: { paymentHash } }) => {
    const { sale, notification } = await readPaymentHash(paymentHash)
    if (sale) return completedCheckout(sale)
    const payment = await orPending(confirmPayment(paymentHash, notification))
    return 'status' in payment
      ? alternative('pending', payment)
      : alternative('paid', { status: 'paid' })
  },

  refund: ({ params, body: { items, ...request }, caller, request: { nowMs }, key }) =>
    refund(
      {
        kind: 'store',
        orderId: params.id,
        request,
        unitsIn: unitsInStore(items),
        nowMs,
        key,
      },
      caller,
    ),

  cancel: ({ params, caller }) => storeOrders.cancelStoreOrder(params.id, caller.userId),
})

const factsOf = (caller: Caller, { nowMs }: RequestFacts) => ({
  nowMs,
  userId: caller.userId,
  isAdmin: caller.isAdmin,
  apiKeyId: caller.apiKeyId,
  mayDiscount: holds(caller.permissions, 'orders_discount'),
})
