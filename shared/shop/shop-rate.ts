import { readMany } from '../dynamodb/read.ts'
import { currentRate, readKeptRates, usableRate } from '../rates/rates.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  baseCurrencyOf,
  configKey,
  type ShopConfig,
} from './config.ts'

/** What a bitcoin costs in the shop's currency. */
export type ShopRate = { readonly currency: string; readonly rate: number }

/**
 * The rate of this moment, to be kept with a payment; undefined where none is known. With `asks`
 * the sources are asked where the kept rate is old.
 */
export async function shopRate({ asks = false } = {}): Promise<ShopRate | undefined> {
  const [[config, base], kept] = await Promise.all([
    readMany<[ShopConfig, BaseCurrency]>([configKey, baseCurrencyKey]),
    readKeptRates(),
  ])
  const currency = baseCurrencyOf(base).acronym
  const { manualRate } = config ?? {}
  if (asks) {
    try {
      const { rate } = await currentRate(currency, manualRate, kept)
      return { currency, rate }
    } catch {
      return undefined
    }
  }
  const rate =
    manualRate?.currency === currency ? manualRate.rate : usableRate(kept.get(currency))
  return rate === undefined ? undefined : { currency, rate }
}
