import type { Item } from '../../platform/dynamodb/keys.ts'
import { smallestCentsOf } from '../../platform/money/currencies.ts'
import { msOfTime } from '../../platform/time/clock.ts'
import {
  type BaseCurrency,
  baseCurrencyOf,
  type ShopConfig,
  safeguardsOf,
} from './config.ts'
import { shopCurrencies } from './currency-history.ts'

/** Names are longer than receipts show, and every order repeats them. */
const maxNameLength = 200

const shortened = (name: string) => name.slice(0, maxNameLength).toWellFormed()

/** Returns the shop as sales and Z reports keep it; undefined before the first setup. */
export const soldShop = (config: ShopConfig | undefined) =>
  config && {
    name: shortened(config.businessName),
    taxId: config.businessTaxId && shortened(config.businessTaxId),
    timezone: config.timezone ?? null,
    ...dayStartOf(config),
  }

function dayStartOf({ dayStartsAt = '' }: ShopConfig): { readonly dayStartMs?: number } {
  const dayStartMs = msOfTime(dayStartsAt)
  return dayStartMs > 0 ? { dayStartMs } : {}
}

/** Returns the config with the shop of that moment, for repeated prints. */
export const configWith = (
  config: ShopConfig | undefined,
  shop: ReturnType<typeof soldShop>,
): ShopConfig | undefined =>
  config && shop
    ? {
        ...config,
        businessName: shop.name,
        businessTaxId: shop.taxId,
        timezone: shop.timezone,
      }
    : config

/** The settings that a sale depends on, of the records as they were read. */
export type SaleSettings = ReturnType<typeof saleSettings>

export const saleSettings = (record: Item | undefined, currency: Item | undefined) => {
  const config = record as ShopConfig | undefined
  const base = baseCurrencyOf(currency as BaseCurrency | undefined)
  return {
    pricesIncludeTax: config?.pricesIncludeTax ?? true,
    shop: soldShop(config),
    safeguards: safeguardsOf(config),
    /** The currency of tenders that name none. */
    baseCurrencyId: base.id,
    /** Its acronym is the currency of all cents. */
    ...shopCurrencies(currency as BaseCurrency | undefined),
    smallestCents: smallestCentsOf(base),
  }
}
