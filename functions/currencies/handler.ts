import { lambda } from '../../shared/http/lambda.ts'
import { currencies, currencyByAcronym } from '../../shared/money/currencies.ts'
import { currentRate } from '../../shared/rates/rates.ts'
import { changeBaseCurrency } from '../../shared/shifts/change-base-currency.ts'
import * as shop from '../../shared/shop/config.ts'
import { privilegesOf } from '../../shared/staff/live-user.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: () => currencies,

  base: async () => {
    const currency = await shop.findBaseCurrency()
    return { ...currency, currencyId: currency.id }
  },

  chooseBase: async ({ body, caller, request: { nowMs } }) => {
    const currency = currencyByAcronym(body.acronym)
    await changeBaseCurrency(currency, privilegesOf(caller), nowMs)
    return currency
  },

  rate: async ({ query }) => {
    const [config, base] = await Promise.all([shop.findConfig(), shop.findBaseCurrency()])
    const { acronym } = query.currency ? currencyByAcronym(query.currency) : base
    return currentRate(acronym, config?.manualRate)
  },
})
