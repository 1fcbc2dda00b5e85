import { compareWorth } from '../money/fiat.ts'
import type { HashInvoice } from './payment-hashes.ts'

/** Cents of a sale, in the currency with this acronym. */
export type Price = { readonly cents: number; readonly currency: string }

/**
 * How satoshis compare with a percentage of a price by the shop's own rate of their invoice:
 * above, below or at 0; undefined where the shop knew no rate.
 */
export function worthByShopRate(
  satoshis: number,
  invoice: HashInvoice | undefined,
  { cents, currency }: Price,
  percent: number,
): number | undefined {
  const { shopRate } = invoice ?? {}
  return shopRate?.currency === currency && shopRate.rate > 0
    ? compareWorth(satoshis, shopRate.rate, { cents, percent })
    : undefined
}

/**
 * The same by each rate of that currency that is stored with their invoice. The rate that a
 * client sent is one of them, so it may only ever add a reason to refuse a sale.
 */
export function worthByRates(
  satoshis: number,
  invoice: HashInvoice | undefined,
  price: Price,
  percent: number,
): number[] {
  const { exchangeRateAtPayment: rate, exchangeRateCurrency } = invoice ?? {}
  const isOfPrice = exchangeRateCurrency?.trim().toUpperCase() === price.currency
  return [
    worthByShopRate(satoshis, invoice, price, percent),
    isOfPrice && rate && rate > 0
      ? compareWorth(satoshis, rate, { cents: price.cents, percent })
      : undefined,
  ].filter((worth) => worth !== undefined)
}
