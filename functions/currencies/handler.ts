import { lambda } from '../../shared/http/lambda.ts'
import { currencies, currencyByAcronym } from '../../shared/money/currencies.ts'
import { currentRate } from '../../shared/rates/rates.ts'
import * as shop from '../../shared/shop/config.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: () => currencies,

  base: async () => {
    const currency = await shop.findBaseCurrency()
    return { ...currency, currencyId: currency.id }
  },

  chooseBase: async ({ body }) => {
    const currency = currencyByAcronym(body.acronym)
    await shop.changeBaseCurrency(currency)
    return currency
  },

  rate: async ({ query }) => {
    const [config, base] = await Promise.all([shop.findConfig(), shop.findBaseCurrency()])
    const { acronym } = query.currency ? currencyByAcronym(query.currency) : base
    return currentRate(acronym, config?.manualRate)
  },
})
