import * as z from 'zod'
import { get, group, permission, put } from '../../shared/http/endpoint.ts'
import { message } from '../../shared/http/problem.ts'
import { json, list } from '../../shared/http/reply.ts'
import { Currency } from '../../shared/money/currencies.ts'
import { nonBlank } from '../../shared/validation/fields.ts'

const BaseCurrency = Currency.extend({ currencyId: z.string() })

/** The currencies and the one in which the shop counts (open-areas, section 6). */
export const endpoints = group('currencies', ['table', 'token-key'], {
  list: get('/currencies', {
    access: permission('settings_read'),
    reply: list(Currency),
  }),
  base: get('/base-currency', { access: 'login-screen', reply: json(BaseCurrency) }),
  chooseBase: put('/base-currency', {
    access: permission('settings_update'),
    body: z.object({ acronym: nonBlank }),
    reply: json(Currency),
    problems: { invalid: message(400, 'Acronym is required') },
  }),
})
