import type { Item, Key } from '../dynamodb/keys.ts'
import { read } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { insert, put, update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { type Currency, currencyCalled, defaultAcronym } from '../money/currencies.ts'
import type { Business, BusinessType } from './business.ts'

/** The business that the deployment serves; there is none before the first setup. */
export type ShopConfig = Item & Business

/** What a client says of its business; what is undefined stays as it is. */
export type ShopConfigInput = {
  readonly [K in Exclude<keyof Business, 'id' | 'businessName'>]?: Business[K] | undefined
} & Pick<Business, 'businessName'>

type BaseCurrency = Item & { readonly acronym: string }

const configKey: Key = { pk: 'SHOP', sk: 'CONFIG' }
const baseCurrencyKey: Key = { pk: 'SHOP', sk: 'BASE-CURRENCY' }

/** The shop's config; undefined before the first setup. */
export const findConfig = () => read<ShopConfig>(configKey)

/** The writes that open a shop, once. They refuse with `setupAlreadyCompleted`. */
export const insertShop = (
  business: Omit<Business, 'id' | 'businessTypeConfirmed'>,
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

/** The write that settles an unconfirmed business type. It refuses with `setupAlreadyCompleted`. */
export const updateBusinessType = (businessType: BusinessType): Write =>
  update(
    configKey,
    {
      set: { businessType, businessTypeConfirmed: true },
      when: '#businessTypeConfirmed = :open',
      values: { open: false },
    },
    () => new Failure('setupAlreadyCompleted'),
  )

/** Changes the config. Throws `notFound` before the first setup. */
export const changeConfig = (input: ShopConfigInput): Promise<void> =>
  transact([update(configKey, { set: input }, () => new Failure('notFound'))], noResponse)

/** The currency in which the shop counts. */
export async function baseCurrency(): Promise<Currency> {
  const chosen = await read<BaseCurrency>(baseCurrencyKey)
  return currencyCalled(chosen?.acronym ?? defaultAcronym)
}

/** Chooses the currency in which the shop counts. */
export const changeBaseCurrency = (currency: Currency): Promise<void> =>
  transact([putBaseCurrency(currency)], noResponse)

const putBaseCurrency = ({ acronym }: Currency): Write =>
  put({ ...baseCurrencyKey, acronym } satisfies BaseCurrency)
