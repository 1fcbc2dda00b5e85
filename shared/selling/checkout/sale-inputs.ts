import { type ModifiersRecord, modifiersKey } from '../../catalog/modifier-groups.ts'
import { maxProducts, type ProductRecord, productKey } from '../../catalog/products.ts'
import {
  type StoredTax,
  type TaxesRecord,
  taxesAt,
  taxesKey,
} from '../../catalog/taxes.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { type DayRecord, dayRecordKey } from '../sales/day-record.ts'
import { type SellingTill, type TillDay, tillKeys } from '../sales/till-day.ts'
import { baseCurrencyKey, configKey } from '../shop-config/config.ts'
import { type SaleSettings, saleSettings } from '../shop-config/sold-shop.ts'
import type { CheckoutRequest } from './checkout-request.ts'

/** Inputs of a sale: its user and products that exist, and the shop's settings. */
export type SaleInputs = SaleSettings & {
  readonly user: User | undefined
  readonly products: ReadonlyMap<string, ProductRecord>
  readonly taxes: readonly StoredTax[]
  readonly modifiers: ModifiersRecord | undefined
  readonly day: DayRecord | undefined
  readonly tillDay?: TillDay | undefined
}

/**
 * Reads the inputs of a sale, in one round trip, with the tax rates of a moment in Unix
 * ms. `taken` are further products whose units it takes; the till is the one where it is
 * sold, if any.
 */
export async function readSaleInputs(
  { userId, items }: Pick<CheckoutRequest, 'userId' | 'items'>,
  taxedAtMs: number,
  {
    taken = [],
    till,
  }: { taken?: readonly string[]; till?: SellingTill | undefined } = {},
): Promise<SaleInputs> {
  const sold = productsIn(items)
  const ids = new Set([...[...sold].slice(0, maxProducts), ...taken])
  const keys = [...ids].map(productKey)
  const ofTill = tillKeys(till)
  const [day, taxes, modifiers, config, currency, user, ...others] = await readMany([
    dayRecordKey,
    taxesKey,
    modifiersKey,
    configKey,
    baseCurrencyKey,
    userKey(userId),
    ...ofTill,
    ...keys,
  ])
  const products = others.slice(ofTill.length)
  return {
    user: user as User | undefined,
    products: new Map(
      (products as (ProductRecord | undefined)[]).flatMap((product) =>
        product ? [[product.id, product]] : [],
      ),
    ),
    taxes: taxesAt(taxes as TaxesRecord | undefined, taxedAtMs),
    modifiers: modifiers as ModifiersRecord | undefined,
    ...saleSettings(config, currency),
    day: day as DayRecord | undefined,
    tillDay: till && (others[0] as TillDay | undefined),
  }
}

/** The different products of a cart. */
export const productsIn = (items: CheckoutRequest['items']): Set<string> =>
  new Set(items.filter(({ keyedIn }) => !keyedIn).map(({ productId }) => productId))
