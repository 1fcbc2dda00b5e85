import { readMany } from '../dynamodb/read.ts'
import { currentRate, isMissed, readKeptRates, usableRate } from '../rates/rates.ts'
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
  const { currency, manualRate, kept } = await readRates()
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

/** The shop's currency, if its rate was asked for in the last half hour and there is none. */
export async function currencyWithoutRate(nowMs: number): Promise<string | undefined> {
  const { currency, manualRate, kept } = await readRates()
  const rate = kept.get(currency)
  const isManual = manualRate?.currency === currency
  return !isManual && rate && isMissed(rate, nowMs) ? currency : undefined
}

async function readRates() {
  const [[config, base], kept] = await Promise.all([
    readMany<[ShopConfig, BaseCurrency]>([configKey, baseCurrencyKey]),
    readKeptRates(),
  ])
  const currency = baseCurrencyOf(base).acronym
  return { currency, manualRate: config?.manualRate, kept }
}
