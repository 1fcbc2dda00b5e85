import { get, group, permission, put } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json, list } from '../../shared/http/reply.ts'
import { Currency } from '../../shared/money/currencies.ts'
import { BaseCurrency, BaseCurrencyInput } from '../../shared/shop/base-currency.ts'

/** The currencies and the one in which the shop counts. */
export const endpoints = group('currencies', ['table', 'token-key'], {
  list: get('/currencies', {
    access: permission('settings_read'),
    reply: list(Currency),
  }),
  base: get('/base-currency', { access: 'login-screen', reply: json(BaseCurrency) }),
  chooseBase: put('/base-currency', {
    access: permission('settings_update'),
    body: BaseCurrencyInput,
    reply: json(Currency),
    problems: { invalid: message(400, 'Acronym is required') },
  }),
})
