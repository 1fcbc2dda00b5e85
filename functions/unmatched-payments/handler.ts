import { Failure } from '../../shared/failure.ts'
import { paymentHashOf } from '../../shared/lightning/node/limits.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { saleFacts } from '../../shared/platform/http/sale-facts.ts'
import { smallestCentsOf } from '../../shared/platform/money/currencies.ts'
import { refundPayment } from '../../shared/selling/refunds/payment-refund.ts'
import {
  dismissPayment,
  unmatchedPayments,
} from '../../shared/selling/sales/unmatched-payments.ts'
import {
  attachToBill,
  detachPayment,
  sellPayment,
} from '../../shared/selling/sell/attach-payment.ts'
import { findBaseCurrency } from '../../shared/selling/shop-config/config.ts'
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
    const facts = saleFacts(caller, request)
    if (!sale) {
      const bill = { orderId: orderId ?? '', cents: cents ?? undefined }
      return attachToBill(paymentHash, bill, facts)
    }
    if (!caller.isAdmin) throw new Failure('adminRequired')
    return sellPayment(paymentHash, sale, facts)
  },

  detach: ({ params }) => detachPayment(paymentHashOf(params.hash)),

  refund: ({ params, body, caller: { userId }, request: { nowMs }, key }) =>
    refundPayment({
      paymentHash: paymentHashOf(params.hash),
      ...body,
      userId,
      nowMs,
      key,
    }),

  dismiss: ({ params, body }) => dismissPayment(paymentHashOf(params.hash), body.reason),
})
