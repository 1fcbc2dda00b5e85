import { get, group, permission, post } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json } from '../../shared/platform/http/reply.ts'
import { saleFailures } from '../../shared/selling/checkout/checkout-result.ts'
import {
  CardCharge,
  CardChargeRequest,
} from '../../shared/selling/quotes/card-charge-request.ts'
import {
  NewQuote,
  QuoteRequest,
  QuoteWithStatus,
} from '../../shared/selling/quotes/quote-request.ts'
import {
  PaymentRefundRequest,
  paymentRefundFailures,
  RefundedPayment,
} from '../../shared/selling/refunds/payment-refund-request.ts'

/** Permissions of which a seller of quotes needs one. */
const access = {
  permission: ['orders_create', 'orders_settle', 'orders_update'],
  any: true,
} as const

const problems = { notFound: message(404, 'Quote not found') }

/** Prices in satoshis: an invoice that is bound to a cart or to a bill. */
export const endpoints = group(
  'quotes',
  ['table', 'token-key', 'node', 'invoice-lookups'],
  {
    create: post('/quotes', {
      summary: 'Prices a cart or a bill in satoshis, and makes its invoice',
      access,
      notAudited: 'asks for money, and moves none',
      body: QuoteRequest,
      callsNode: true,
      reply: json(NewQuote, 201),
      problems: { notFound: message(404, 'Order not found') },
      failures: [
        ...saleFailures.filter((each) => !each.startsWith('payment')),
        'checkoutProductNotFound',
        'checkoutInsufficientStock',
        'checkoutVariantRequired',
        'checkoutProductNotAvailable',
        'checkoutInvalidModifiers',
        'checkoutTooManyProducts',
        'checkoutTryAgain',
        'orderPaid',
        'prepaidInAnotherCurrency',
        'quoteNothingDue',
        'quoteTooLarge',
        'rateUnavailable',
        'ratesDiffer',
      ],
    }),
    one: get('/quotes/{id}', {
      summary: 'Gets a quote and what has become of it',
      access,
      reply: json(QuoteWithStatus),
      problems,
    }),
    refund: post('/quotes/{id}/refund', {
      till: 'lives',
      summary: 'Pays back a quote that was paid and not sold',
      access: permission('orders_refund'),
      notForKeys: true,
      audit: ['refund'],
      body: PaymentRefundRequest,
      callsNode: 'payment',
      repeat: 'resumes',
      reply: json(RefundedPayment),
      problems,
      failures: ['quoteNotPaid', ...paymentRefundFailures],
    }),
    charge: post('/quotes/{id}/charge', {
      summary: 'Charges a card that is held to the phone',
      access: permission('orders_create'),
      notAudited: 'asks for money, and moves none',
      body: CardChargeRequest,
      reply: json(CardCharge, 202),
      problems,
      failures: [
        'quoteNotOpen',
        'chargeInProgress',
        'cardRefused',
        'cardLimit',
        'cardInvalid',
      ],
    }),
  },
)
