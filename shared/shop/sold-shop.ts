import type { ShopConfig } from './config.ts'

/** Names are longer than receipts show, and every order repeats them. */
const maxNameLength = 200

const shortened = (name: string) => name.slice(0, maxNameLength).toWellFormed()

/** What sales and Z reports keep of the shop as it is now; undefined before the first setup. */
export const soldShop = (config: ShopConfig | undefined) =>
  config && {
    name: shortened(config.businessName),
    taxId: config.businessTaxId && shortened(config.businessTaxId),
    timezone: config.timezone ?? null,
  }

/** The config with the shop of that moment, for what is printed again. */
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
