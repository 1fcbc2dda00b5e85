import {
  currentRate,
  isMissed,
  readKeptRates,
  usableRate,
} from '../../lightning/rates/rates.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  baseCurrencyOf,
  configKey,
  type ShopConfig,
} from './config.ts'

/** Price of a bitcoin in the shop's currency. */
export type ShopRate = { readonly currency: string; readonly rate: number }

/** Returns the rate of this moment, to be kept with a payment; undefined if unknown. */
export async function shopRate(): Promise<ShopRate | undefined> {
  const { currency, manualRate, kept } = await readRates()
  const rate =
    manualRate?.currency === currency ? manualRate.rate : usableRate(kept.get(currency))
  return rate === undefined ? undefined : { currency, rate }
}

/** Returns the shop's currency, and its rate; asks the sources if the kept one is old. */
export async function askShopRate() {
  const { currency, manualRate, kept } = await readRates()
  const rate = currentRate(currency, manualRate, kept).then(
    ({ rate }): ShopRate => ({ currency, rate }),
    () => undefined,
  )
  return { currency, rate }
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
