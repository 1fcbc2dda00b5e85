import { get, group, permission, put } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json, list } from '../../shared/http/reply.ts'
import { Currency } from '../../shared/money/currencies.ts'
import { BaseCurrency, BaseCurrencyInput } from '../../shared/shop/business.ts'

/** The currencies and the one in which the shop counts. */
export const endpoints = group('currencies', ['table', 'token-key'], {
  list: get('/currencies', {
    summary: 'Lists all currencies',
    access: permission('settings_read'),
    reply: list(Currency),
  }),
  base: get('/base-currency', {
    summary: 'Gets the currency in which the shop counts',
    access: 'login-screen',
    reply: json(BaseCurrency),
  }),
  chooseBase: put('/base-currency', {
    summary: 'Chooses the currency in which the shop counts',
    access: permission('settings_update'),
    audit: ['config'],
    body: BaseCurrencyInput,
    reply: json(Currency),
    problems: { invalid: message(400, 'Acronym is required') },
    failures: ['currencyNotFound'],
  }),
})
