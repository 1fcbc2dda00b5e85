import * as z from 'zod'
import { del, get, group, permission, post } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json, list, messageReply } from '../../shared/platform/http/reply.ts'
import { CheckoutRequest } from '../../shared/selling/checkout/checkout-request.ts'
import {
  CheckoutResult,
  checkoutFailures,
  PaidPayment,
  PendingPayment,
} from '../../shared/selling/checkout/checkout-result.ts'
import { StoreOrder } from '../../shared/selling/checkout/store-order.ts'
import {
  HandedIn,
  HandIn,
  HandInForm,
} from '../../shared/selling/hand-in/offline-sale.ts'
import {
  PaidSaleForm,
  PaidSaleRequest,
} from '../../shared/selling/quotes/quote-sale-request.ts'
import {
  Refund,
  refundFailures,
  StoreRefundRequest,
} from '../../shared/selling/refunds/refund-request.ts'
import { SaleIds } from '../../shared/selling/sales/sale-on-wire.ts'

const missingId = message(400, 'Missing order ID')

/** Store orders, checkout, and whether a payment was received. */
export const endpoints = group('store-orders', ['table', 'token-key', 'node'], {
  list: get('/store/orders', {
    summary: 'Lists store orders, newest first',
    access: permission('orders_read'),
    query: z.object({
      status: z.string().optional().describe('`open`, `closed` or `refunded`'),
      receiptNumber: z
        .string()
        .optional()
        .describe('In a shop with tills: the one with it, such as B-42'),
    }),
    reply: list(StoreOrder),
  }),
  one: get('/store/orders/{id}', {
    summary: 'Gets a store order',
    access: permission('orders_read'),
    reply: json(StoreOrder),
    problems: { blankParameter: missingId, notFound: message(404, 'Order not found') },
  }),
  checkout: post('/store/orders/checkout', {
    till: 'sells',
    summary: 'Sells products in one step',
    access: permission('orders_create'),
    audit: ['discount', 'payment'],
    body: CheckoutRequest,
    sells: true,
    reply: json(SaleIds, 201),
    alternatives: { pending: json(PendingPayment, 202) },
    problems: { invalid: 'checkoutInvalidReference' },
    failures: checkoutFailures,
  }),
  checkoutIfPaid: post('/store/orders/checkout-if-paid', {
    till: 'sells',
    summary: 'Sells products once their Lightning payment was received',
    access: permission('orders_create'),
    audit: ['discount', 'payment'],
    body: PaidSaleRequest,
    wireBody: { schema: PaidSaleForm },
    callsNode: true,
    repeat: 'polled',
    sells: true,
    reply: json(CheckoutResult),
    alternatives: { pending: json(PendingPayment, 202) },
    problems: { invalid: 'checkoutInvalidReference' },
    failures: ['paymentHashRequired', 'quoteDiffers', ...checkoutFailures],
  }),
  handIn: post('/sync/sales', {
    option: 'tills',
    till: 'hears',
    summary: 'Hands in sales that a till made without the cloud',
    access: permission('orders_create'),
    audit: ['order', 'discount'],
    body: HandIn,
    wireBody: { schema: HandInForm },
    repeat: 'no-key',
    reply: json(HandedIn),
    failures: ['permissionRequired', 'notFound', 'tillRevoked'],
  }),
  paymentStatus: get('/store/orders/payment-status/{paymentHash}', {
    summary: 'Reports whether a Lightning payment was received and sold',
    access: permission('orders_create'),
    reply: json(CheckoutResult),
    alternatives: { paid: json(PaidPayment), pending: json(PendingPayment) },
    problems: { blankParameter: message(400, 'paymentHash required') },
  }),
  refund: post('/store/orders/{id}/refund', {
    till: 'lives',
    summary: 'Gives back a sale or a part of it, at the till or to an invoice',
    access: permission('orders_refund'),
    audit: ['refund'],
    body: StoreRefundRequest,
    callsNode: 'payment',
    repeat: 'resumes',
    reply: json(Refund),
    problems: { blankParameter: missingId, notFound: message(404, 'Order not found') },
    failures: refundFailures,
  }),
  cancel: del('/store/orders/{id}', {
    summary: 'Cancels an open store order and returns its stock',
    access: permission('orders_delete'),
    audit: ['cancellation'],
    reply: messageReply('Order cancelled successfully'),
    problems: {
      blankParameter: missingId,
      notFound: message(404, 'Order not found or already closed'),
    },
  }),
})
