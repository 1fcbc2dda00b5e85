import type { Item, Key } from '../dynamodb/keys.ts'
import { read } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { insert, put, update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { type Currency, currencyByAcronym, defaultAcronym } from '../money/currencies.ts'
import { isTimezone } from '../time/zone.ts'
import type {
  Business,
  BusinessInput,
  BusinessType,
  businessDefaults,
} from './business.ts'

type SettingsWithDefaults = keyof typeof businessDefaults

/** The business of the deployment as it is stored: settings that were never made are absent. */
export type ShopConfig = Item &
  Readonly<
    Omit<Business, SettingsWithDefaults> & Partial<Pick<Business, SettingsWithDefaults>>
  >

export type BaseCurrency = Item & { readonly acronym: string }

export const configKey: Key = { pk: 'SHOP', sk: 'CONFIG' }
export const baseCurrencyKey: Key = { pk: 'SHOP', sk: 'BASE-CURRENCY' }

/** The shop's config; undefined before the first setup. */
export const findConfig = () => read<ShopConfig>(configKey)

/** The writes that create the shop. They fail with `setupAlreadyCompleted`. */
export const insertShop = (
  business: Omit<Business, 'id' | 'businessTypeConfirmed' | SettingsWithDefaults>,
  currency: Currency,
): Write[] => [
  insert(
    {
      ...configKey,
      ...business,
      id: 1,
      businessTypeConfirmed: true,
    } satisfies ShopConfig,
    () => new Failure('setupAlreadyCompleted'),
  ),
  putBaseCurrency(currency),
]

/**
 * The write that confirms a business type which is not confirmed yet. It fails with
 * `setupAlreadyCompleted`.
 */
export const updateBusinessType = (businessType: BusinessType): Write =>
  update(
    configKey,
    {
      set: { businessType, businessTypeConfirmed: true },
      when: '#businessTypeConfirmed = :unconfirmed',
      values: { unconfirmed: false },
    },
    () => new Failure('setupAlreadyCompleted'),
  )

/**
 * Changes the config, for PUT /config. Throws `invalidTimezone`, and `notFound` before the
 * first setup.
 */
export async function changeConfig(input: BusinessInput): Promise<void> {
  if (input.timezone && !isTimezone(input.timezone)) {
    throw new Failure('invalidTimezone', { value: input.timezone })
  }
  await transact(
    [update(configKey, { set: input }, () => new Failure('notFound'))],
    noResponse,
  )
}

/** The currency of the shop's prices and sums. */
export async function findBaseCurrency(): Promise<Currency> {
  return baseCurrencyOf(await read<BaseCurrency>(baseCurrencyKey))
}

/** The currency that a record names; a shop without the record has the default. */
export const baseCurrencyOf = (record: BaseCurrency | undefined): Currency =>
  currencyByAcronym(record?.acronym ?? defaultAcronym)

/** Changes the currency of the shop's prices and sums, for PUT /base-currency. */
export const changeBaseCurrency = (currency: Currency): Promise<void> =>
  transact([putBaseCurrency(currency)], noResponse)

const putBaseCurrency = ({ acronym }: Currency): Write =>
  put({ ...baseCurrencyKey, acronym } satisfies BaseCurrency)
