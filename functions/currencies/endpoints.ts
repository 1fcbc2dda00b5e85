import { Rate, RateQuery } from '../../shared/lightning/rates/rate.ts'
import { get, group, permission, put } from '../../shared/platform/http/endpoint.ts'
import { message } from '../../shared/platform/http/problem.ts'
import { json, list } from '../../shared/platform/http/reply.ts'
import { Currency } from '../../shared/platform/money/currencies.ts'
import {
  BaseCurrency,
  BaseCurrencyInput,
} from '../../shared/selling/shop-config/business.ts'

/** Currencies: all of them, the shop's own, and rates of bitcoin. */
export const endpoints = group('currencies', ['table', 'token-key'], {
  list: get('/currencies', {
    summary: 'Lists all currencies',
    access: permission('settings_read'),
    reply: list(Currency),
  }),
  base: get('/base-currency', {
    summary: 'Gets the currency in which the shop counts',
    access: 'login-screen',
    keys: ['products_read', 'dish_read', 'orders_read', 'orders_create', 'settings_read'],
    reply: json(BaseCurrency),
  }),
  chooseBase: put('/base-currency', {
    summary: 'Chooses the currency in which the shop counts',
    access: permission('settings_update'),
    audit: ['config'],
    body: BaseCurrencyInput,
    reply: json(Currency),
    problems: { invalid: message(400, 'Acronym is required') },
    failures: ['currencyNotFound', 'adminRequired', 'currencyInUse'],
  }),
  rate: get('/rates', {
    summary:
      'Gets the exchange rate of bitcoin, a minute old at most where sources answer',
    access: 'token',
    keys: ['products_read', 'dish_read', 'orders_read', 'orders_create', 'settings_read'],
    query: RateQuery,
    reply: json(Rate),
    failures: ['currencyNotFound', 'rateUnavailable', 'ratesDiffer'],
  }),
})
