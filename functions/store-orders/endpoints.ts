import * as z from 'zod'
import { del, get, group, permission, post } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json, list, messageReply } from '../../shared/http/reply.ts'
import { paymentHashOf } from '../../shared/lightning/payment-hash.ts'
import {
  decimalCents,
  id,
  integer,
  natural,
  optionalText,
  rate,
  text,
} from '../../shared/validation/fields.ts'

const StoreOrder = z.object({
  id: z.string(),
  userId: z.string(),
  userName: z.string().nullable(),
  status: z.string(),
  total: z.int(),
  createdAt: z.string(),
  items: z.array(
    z.object({ productId: z.string(), quantity: z.int(), priceAtOrder: z.int() }),
  ),
})

const missingText = text.nullish().transform((value) => value ?? '')

const paymentHash = optionalText.transform((hash) => (hash ? paymentHashOf(hash) : null))

/** The form alone: what it says is checked when it is sold, after the payment is. */
const Checkout = z.object({
  userId: id,
  items: z.array(
    z.object({ productId: id, quantity: z.number(), priceAtOrder: integer }),
  ),
  paymentMethodId: id,
  currencyId: id,
  amount: decimalCents,
  transactionId: missingText,
  ticketNotes: missingText,
  satoshiAmount: natural.nullish(),
  exchangeRateAtPayment: rate.nullish(),
  paymentHash,
  exchangeRateCurrency: optionalText,
  fiatAmountAtPayment: rate.nullish(),
})
export type Checkout = z.output<typeof Checkout>

/** Its paymentHash comes first, so that it is the first to be missed. */
const CheckoutIfPaid = z.object(
  {
    paymentHash: z
      .string('paymentHashRequired')
      .refine((hash) => hash.trim() !== '', { error: 'paymentHashRequired', abort: true })
      .pipe(text)
      .transform(paymentHashOf),
    ...Checkout.omit({ paymentHash: true }).shape,
  },
  'paymentHashRequired',
)

const sold = { orderId: z.string(), ticketId: z.string(), paymentId: z.string() }
const Sold = z.object(sold)
const Completed = z.object({ status: z.literal('completed'), ...sold })
const Paid = z.object({ status: z.literal('paid') })
const Pending = z.object({
  status: z.literal('pending'),
  /** Told only when the node could not be asked. */
  nodeReachable: z.literal(false).optional(),
})

const checkoutFailed = message(
  400,
  'Checkout failed: check items, stock levels, and payment details',
)
const missingId = message(400, 'Missing order ID')

/** Store orders and checkout (core-interface; open-areas, section 14). */
export const endpoints = group('store-orders', ['table', 'token-key', 'node'], {
  list: get('/store/orders', {
    access: permission('orders_read'),
    query: z.object({ status: z.string().optional() }),
    reply: list(StoreOrder),
  }),
  one: get('/store/orders/{id}', {
    access: permission('orders_read'),
    reply: json(StoreOrder),
    problems: { blankParameter: missingId, notFound: message(404, 'Order not found') },
  }),
  checkout: post('/store/orders/checkout', {
    access: permission('orders_create'),
    body: Checkout,
    reply: json(Sold, 201),
    alternatives: { pending: json(Pending, 202) },
    problems: { invalid: checkoutFailed },
  }),
  checkoutIfPaid: post('/store/orders/checkout-if-paid', {
    access: permission('orders_create'),
    body: CheckoutIfPaid,
    reply: json(Completed),
    alternatives: { pending: json(Pending, 202) },
    problems: { invalid: checkoutFailed },
  }),
  paymentStatus: get('/store/orders/payment-status/{paymentHash}', {
    access: permission('orders_create'),
    reply: json(Completed),
    alternatives: { paid: json(Paid), pending: json(Pending) },
    problems: { blankParameter: message(400, 'paymentHash required') },
  }),
  cancel: del('/store/orders/{id}', {
    access: permission('orders_delete'),
    reply: messageReply('Order cancelled successfully'),
    problems: {
      blankParameter: missingId,
      notFound: message(404, 'Order not found or already closed'),
    },
  }),
})
