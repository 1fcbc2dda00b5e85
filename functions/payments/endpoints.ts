import * as z from 'zod'
import { del, get, group, permission, post, put } from '../../shared/http/endpoint.ts'
import { bare } from '../../shared/http/problem.ts'
import {
  created,
  json,
  list,
  noContent,
  type Reply,
  updated,
} from '../../shared/http/reply.ts'
import { Currency, findCurrency } from '../../shared/money/currencies.ts'
import { findPaymentMethod, PaymentMethod } from '../../shared/money/payment-methods.ts'
import { decimalCents, id, text } from '../../shared/validation/fields.ts'

const Payment = z.object({
  id: z.string(),
  methodId: z.string(),
  currencyId: z.string(),
  transactionId: z.string(),
  amount: z.number(),
})

const PaymentInput = z.object({
  methodId: z.string().refine(findPaymentMethod, 'paymentMethodNotFound'),
  currencyId: z.string().refine(findCurrency, 'currencyNotFound'),
  transactionId: text.nullish().transform((value) => (value === null ? '' : value)),
  amount: decimalCents,
})

const TicketPayment = z.object({ paymentId: z.string(), ticketId: z.string() })
const TicketPaymentInput = z.object({ paymentId: id, ticketId: id })
const TicketPaymentQuery = z.object({
  paymentId: z.string('nothingProvided'),
  ticketId: z.string('nothingProvided'),
})

const linkCreated: Reply<z.infer<typeof TicketPayment>> = {
  ...json(TicketPayment.extend({ message: z.string() }), 201),
  body: ({ paymentId, ticketId }) => ({
    paymentId,
    ticketId,
    message: 'Ticket payment relationship created successfully',
  }),
}

const notFound = bare(404, 'Payment not found')
const notCreated = bare(400, 'Failed to create payment')
const notLinked = bare(400, 'Failed to create ticket payment relationship')

/**
 * Payments, the ways to pay and their currencies, and which ticket a payment is for
 * (open-areas, section 5).
 */
export const endpoints = group('payments', ['table', 'token-key'], {
  list: get('/payments', {
    access: permission('payments_read'),
    reply: list(Payment, 'No payments found'),
  }),
  one: get('/payments/{id}', {
    access: permission('payments_read'),
    reply: json(Payment),
    problems: { notFound: notFound },
  }),
  create: post('/payments', {
    access: permission('payments_create'),
    body: PaymentInput,
    reply: created('Payment added successfully'),
    problems: {
      invalid: notCreated,
      paymentMethodNotFound: notCreated,
      currencyNotFound: notCreated,
    },
  }),
  update: put('/payments/{id}', {
    access: permission('payments_update'),
    body: PaymentInput,
    reply: updated('Payment updated successfully'),
    problems: {
      currencyNotFound: bare(404, 'Currency not found'),
      notFound: bare(404, 'Payment with ID: {id} not found'),
    },
  }),
  remove: del('/payments/{id}', {
    access: permission('payments_delete'),
    reply: noContent,
    problems: { inUse: bare(400, 'Failed to delete payment or payment is in use') },
  }),

  methods: get('/payments/methods', {
    access: permission('payments_read'),
    reply: list(PaymentMethod, 'No payment methods found'),
  }),
  method: get('/payments/methods/{id}', {
    access: permission('payments_read'),
    reply: json(PaymentMethod),
    problems: { notFound: bare(404, 'Payment method not found') },
  }),
  currencies: get('/payments/currencies', {
    access: permission('payments_read'),
    reply: list(Currency, 'No currencies found'),
  }),
  currency: get('/payments/currencies/{id}', {
    access: permission('payments_read'),
    reply: json(Currency),
    problems: { notFound: bare(404, 'Currency not found') },
  }),

  ofTicket: get('/payments/ticket-payments/by-ticket/{ticketId}', {
    access: permission('payments_read'),
    reply: list(TicketPayment, 'No payments found for this ticket'),
    problems: { notFound: bare(404, 'Ticket not found') },
  }),
  ofPayment: get('/payments/ticket-payments/by-payment/{paymentId}', {
    access: permission('payments_read'),
    reply: list(TicketPayment, 'No tickets found for this payment'),
    problems: { notFound: notFound },
  }),
  link: post('/payments/ticket-payments', {
    access: permission('payments_update'),
    body: TicketPaymentInput,
    reply: linkCreated,
    problems: { invalid: notLinked, notFound: notLinked, alreadyExists: notLinked },
  }),
  unlink: del('/payments/ticket-payments', {
    access: permission('payments_delete'),
    query: TicketPaymentQuery,
    reply: noContent,
    problems: {
      nothingProvided: bare(400, 'Missing paymentId or ticketId query parameters'),
      notFound: bare(400, 'Failed to delete ticket payment relationship'),
    },
  }),
  unlinkTicket: del('/payments/ticket-payments/by-ticket/{ticketId}', {
    access: permission('payments_delete'),
    reply: noContent,
  }),
})
