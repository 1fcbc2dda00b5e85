import * as z from 'zod'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare } from '../../shared/platform/http/problem.ts'
import {
  created,
  json,
  list,
  noContent,
  updated,
  withMessage,
} from '../../shared/platform/http/reply.ts'
import { Currency } from '../../shared/platform/money/currencies.ts'
import { PaymentMethod } from '../../shared/platform/money/payment-methods.ts'
import { failing } from '../../shared/platform/validation/parse.ts'
import {
  Payment,
  PaymentInput,
  TicketPayment,
  TicketPaymentInput,
} from '../../shared/selling/sales/payment.ts'

const TicketPaymentQuery = z.object({
  paymentId: z.string(failing('nothingProvided')).describe('Id of the payment'),
  ticketId: z.string(failing('nothingProvided')).describe('Id of the ticket'),
})

const notFound = bare(404, 'Payment not found')
const notCreated = bare(400, 'Failed to create payment')
const notLinked = bare(400, 'Failed to create ticket payment relationship')

/** Payments, their methods and currencies, and the tickets that they are linked to. */
export const endpoints = group('payments', ['table', 'token-key'], {
  list: get('/payments', {
    summary: 'Lists payments',
    access: permission('payments_read'),
    reply: list(Payment, 'No payments found'),
  }),
  one: get('/payments/{id}', {
    summary: 'Gets a payment',
    access: permission('payments_read'),
    reply: json(Payment),
    problems: { notFound: notFound },
  }),
  create: post('/payments', {
    summary: 'Records a payment',
    access: permission('payments_create'),
    notAudited: 'a payment that no ticket has yet',
    body: PaymentInput,
    reply: created('Payment added successfully'),
    problems: {
      invalid: notCreated,
      paymentMethodNotFound: notCreated,
      currencyNotFound: notCreated,
    },
  }),
  update: put('/payments/{id}', {
    summary: 'Changes a payment',
    access: permission('payments_update'),
    audit: ['payment'],
    body: PaymentInput,
    reply: updated('Payment updated successfully'),
    problems: {
      currencyNotFound: bare(404, 'Currency not found'),
      notFound: bare(404, 'Payment with ID: {id} not found'),
    },
    failures: ['paymentMethodNotFound', 'paymentOfSale'],
  }),
  remove: del('/payments/{id}', {
    summary: 'Deletes a payment that no ticket is linked to',
    access: permission('payments_delete'),
    audit: ['payment'],
    reply: noContent,
    problems: { inUse: bare(400, 'Failed to delete payment or payment is in use') },
  }),

  methods: get('/payments/methods', {
    summary: 'Lists payment methods',
    access: permission('payments_read'),
    reply: list(PaymentMethod, 'No payment methods found'),
  }),
  method: get('/payments/methods/{id}', {
    summary: 'Gets a payment method',
    access: permission('payments_read'),
    reply: json(PaymentMethod),
    problems: { notFound: bare(404, 'Payment method not found') },
  }),
  currencies: get('/payments/currencies', {
    summary: 'Lists currencies',
    access: permission('payments_read'),
    reply: list(Currency, 'No currencies found'),
  }),
  currency: get('/payments/currencies/{id}', {
    summary: 'Gets a currency',
    access: permission('payments_read'),
    reply: json(Currency),
    problems: { notFound: bare(404, 'Currency not found') },
  }),

  ofTicket: get('/payments/ticket-payments/by-ticket/{ticketId}', {
    summary: 'Lists the payments of a ticket',
    access: permission('payments_read'),
    reply: list(TicketPayment, 'No payments found for this ticket'),
    problems: { notFound: bare(404, 'Ticket not found') },
  }),
  ofPayment: get('/payments/ticket-payments/by-payment/{paymentId}', {
    summary: 'Lists the tickets of a payment',
    access: permission('payments_read'),
    reply: list(TicketPayment, 'No tickets found for this payment'),
    problems: { notFound: notFound },
  }),
  link: post('/payments/ticket-payments', {
    summary: 'Links a payment to a ticket',
    access: permission('payments_update'),
    audit: ['payment'],
    body: TicketPaymentInput,
    reply: withMessage(
      TicketPayment.shape,
      'Ticket payment relationship created successfully',
      201,
    ),
    problems: { invalid: notLinked, notFound: notLinked, alreadyExists: notLinked },
    failures: ['tooManyLinks'],
  }),
  unlink: del('/payments/ticket-payments', {
    summary: 'Removes the link of a payment to a ticket',
    access: permission('payments_delete'),
    audit: ['payment'],
    query: TicketPaymentQuery,
    reply: noContent,
    problems: {
      nothingProvided: bare(400, 'Missing paymentId or ticketId query parameters'),
      notFound: bare(400, 'Failed to delete ticket payment relationship'),
    },
  }),
  unlinkTicket: del('/payments/ticket-payments/by-ticket/{ticketId}', {
    summary: 'Removes all links of a ticket',
    access: permission('payments_delete'),
    audit: ['payment'],
    reply: noContent,
  }),
})
