import { attachToBill, detachPayment } from '../../shared/bills/attach-payment.ts'
import { sellPayment } from '../../shared/checkout/sell-payment.ts'
import { Failure } from '../../shared/failure.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { paymentHashOf } from '../../shared/lightning/limits.ts'
import { smallestCentsOf } from '../../shared/money/currencies.ts'
import { refundPayment } from '../../shared/refunds/payment-refund.ts'
import {
  dismissPayment,
  unmatchedPayments,
} from '../../shared/sales/unmatched-payments.ts'
import { findBaseCurrency } from '../../shared/shop/config.ts'
import { holds } from '../../shared/staff/permissions.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page, request }) => {
    const currency = await findBaseCurrency()
    const counted = {
      currency: currency.acronym,
      smallestCents: smallestCentsOf(currency),
    }
    return unmatchedPayments(counted, request.nowMs, page)
  },

  attach: async ({ params, body: { orderId, cents, sale }, caller, request }) => {
    const paymentHash = paymentHashOf(params.hash)
    const facts = {
      nowMs: request.nowMs,
      userId: caller.userId,
      isAdmin: caller.isAdmin,
      apiKeyId: caller.apiKeyId,
      mayDiscount: holds(caller.permissions, 'orders_discount'),
    }
    if (!sale) {
      const bill = { orderId: orderId ?? '', cents: cents ?? undefined }
      return attachToBill(paymentHash, bill, facts)
    }
    if (!caller.isAdmin) throw new Failure('adminRequired')
    return sellPayment(paymentHash, sale, facts)
  },

  detach: ({ params }) => detachPayment(paymentHashOf(params.hash)),

  refund: ({ params, body: { invoice }, caller: { userId }, request: { nowMs }, key }) =>
    refundPayment({
      paymentHash: paymentHashOf(params.hash),
      invoice,
      userId,
      nowMs,
      key,
    }),

  dismiss: ({ params, body }) => dismissPayment(paymentHashOf(params.hash), body.reason),
})
