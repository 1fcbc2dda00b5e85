import { currentRate } from '../../shared/lightning/rates/rates.ts'
import { privilegesOf } from '../../shared/people/staff/live-user.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { currencies, currencyByAcronym } from '../../shared/platform/money/currencies.ts'
import { changeBaseCurrency } from '../../shared/selling/shifts/change-base-currency.ts'
import * as shop from '../../shared/selling/shop-config/config.ts'
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
