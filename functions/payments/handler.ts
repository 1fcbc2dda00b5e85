import { required } from '../../shared/failure.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { currencies, findCurrency } from '../../shared/platform/money/currencies.ts'
import { fromCents } from '../../shared/platform/money/decimal.ts'
import {
  findPaymentMethod,
  paymentMethods,
} from '../../shared/platform/money/payment-methods.ts'
import * as payments from '../../shared/selling/sales/payments.ts'
import * as ticketPayments from '../../shared/selling/sales/ticket-payments.ts'
import { findTicketOrVoided } from '../../shared/selling/sales/tickets.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await payments.allPayments(page)).map(withAmount),

  one: async ({ params }) => withAmount(required(await payments.findPayment(params.id))),

  create: ({ body: { amount: amountCents, ...rest } }) =>
    payments.createPayment({ ...rest, amountCents }),

  update: async ({ params: { id }, body: { amount: amountCents, ...rest } }) => {
    await ticketPayments.changePayment(id, { ...rest, amountCents })
    return { id }
  },

  remove: ({ params }) => payments.deletePayment(params.id),

  methods: () => paymentMethods,
  method: ({ params }) => required(findPaymentMethod(params.id)),

  currencies: () => currencies,
  currency: ({ params }) => required(findCurrency(params.id)),

  ofTicket: async ({ params: { ticketId } }) => {
    const { paymentIds } = required(await findTicketOrVoided(ticketId))
    return paymentIds.map((paymentId) => ({ paymentId, ticketId }))
  },

  ofPayment: async ({ params: { paymentId } }) => {
    const { ticketIds } = required(await payments.findPayment(paymentId))
    return ticketIds.map((ticketId) => ({ paymentId, ticketId }))
  },

  link: ({ body }) => ticketPayments.linkPayment(body),
  unlink: ({ query }) => ticketPayments.unlinkPayment(query),
  unlinkTicket: ({ params }) => ticketPayments.unlinkTicket(params.ticketId),
})

const withAmount = (payment: payments.PaymentRecord) => ({
  ...payment,
  amount: fromCents(payment.amountCents),
})
