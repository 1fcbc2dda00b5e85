import { get, group, permission, post } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json, list, noContent } from '../../shared/platform/http/reply.ts'
import {
  AttachedPayment,
  AttachRequest,
} from '../../shared/selling/bills/bill-requests.ts'
import { checkoutFailures } from '../../shared/selling/checkout/checkout-result.ts'
import {
  PaymentRefundRequest,
  paymentRefundFailures,
  RefundedPayment,
} from '../../shared/selling/refunds/payment-refund-request.ts'
import {
  DismissRequest,
  UnmatchedPayment,
  usedFailures,
} from '../../shared/selling/sales/unmatched-payment.ts'

const administrators = { access: 'administrator', audit: ['payment'] } as const
const unlessUnmatched = ['paymentNotFound', ...usedFailures] as const

/** Received payments without a sale, and their use. */
export const endpoints = group('unmatched-payments', ['table', 'token-key', 'node'], {
  list: get('/payments/unmatched', {
    summary: 'Lists payments that were received and that no sale knows, newest first',
    access: permission('payments_read'),
    reply: list(UnmatchedPayment),
  }),
  attach: post('/payments/unmatched/{hash}/attach', {
    till: 'lives',
    summary: 'Attaches a payment to a bill, or sells something for it',
    access: permission('orders_settle'),
    audit: ['payment', 'discount'],
    body: AttachRequest,
    reply: json(AttachedPayment),
    problems: { notFound: message(404, 'Order not found') },
    failures: [
      ...unlessUnmatched,
      'invalid',
      'adminRequired',
      'orderPaid',
      'prepaidExceedsDue',
      'prepaidInAnotherCurrency',
      'tooManyTablesOfBill',
      ...checkoutFailures,
    ],
  }),
  detach: post('/payments/unmatched/{hash}/detach', {
    till: 'lives',
    summary: 'Takes a payment back from a bill that is not settled',
    ...administrators,
    reply: noContent,
    failures: [...unlessUnmatched, 'paymentNotAttached'],
  }),
  refund: post('/payments/unmatched/{hash}/refund', {
    till: 'lives',
    summary: 'Pays back a payment that nothing was sold for',
    access: 'administrator',
    audit: ['refund'],
    body: PaymentRefundRequest,
    callsNode: 'payment',
    repeat: 'resumes',
    reply: json(RefundedPayment),
    failures: ['paymentNotFound', ...paymentRefundFailures],
  }),
  dismiss: post('/payments/unmatched/{hash}/dismiss', {
    till: 'lives',
    summary: 'Takes a payment off the list for good: nothing is sold for it',
    ...administrators,
    body: DismissRequest,
    reply: noContent,
    failures: unlessUnmatched,
  }),
})
