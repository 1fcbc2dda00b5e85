import { get, group, permission } from '../../shared/http/endpoint.ts'
import { bare } from '../../shared/http/problem.ts'
import { json, list } from '../../shared/http/reply.ts'
import { Currency } from '../../shared/money/currencies.ts'
import { PaymentMethod } from '../../shared/money/payment-methods.ts'

/** Ways to pay and the currencies to pay in (open-areas, section 5). */
export const endpoints = group('payments', ['token-key'], {
  methods: get('/payments/methods', {
    access: permission('payments_read'),
    reply: list(PaymentMethod, 'No payment methods found'),
  }),
  method: get('/payments/methods/{id}', {
    access: permission('payments_read'),
    reply: json(PaymentMethod),
    problems: { unknown: bare(404, 'Payment method not found') },
  }),
  currencies: get('/payments/currencies', {
    access: permission('payments_read'),
    reply: list(Currency, 'No currencies found'),
  }),
  currency: get('/payments/currencies/{id}', {
    access: permission('payments_read'),
    reply: json(Currency),
    problems: { unknown: bare(404, 'Currency not found') },
  }),
})
