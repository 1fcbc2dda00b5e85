import { compareWorth } from '../../platform/money/fiat.ts'
import type { HashInvoice, HashNotification, ShopRate } from './payment-hashes.ts'

/** Cents in the currency with this acronym; undefined where nothing says in which. */
export type Price = { readonly cents: number; readonly currency: string | undefined }

/** Records that give a payment's worth. */
export type Priced = {
  readonly invoice?: HashInvoice | undefined
  readonly notification?: HashNotification | undefined
}

/** The shop's own rate that was kept with a payment. */
export const keptRate = ({ invoice, notification }: Priced): ShopRate | undefined =>
  invoice?.shopRate ?? notification?.shopRate

/** True if the shop counted in another currency when it asked for a payment, or received it. */
export const isOfAnotherCurrency = (
  payment: Priced,
  currency: string | undefined,
): boolean =>
  [keptRate(payment)?.currency, payment.invoice?.unratedCurrency].some(
    (each) => each !== undefined && each !== currency,
  )

/**
 * Compares satoshis with a percentage of a price by the shop's own rate of their payment:
 * above, below or at 0; undefined if the shop knew no rate.
 */
export function worthByShopRate(
  satoshis: number,
  payment: Priced,
  { cents, currency }: Price,
  percent: number,
): number | undefined {
  const shopRate = keptRate(payment)
  return shopRate && shopRate.currency === currency && shopRate.rate > 0
    ? compareWorth(satoshis, shopRate.rate, { cents, percent })
    : undefined
}

/**
 * Compares satoshis with a percentage of a price by each rate of that currency stored with
 * their payment. The client's rate is one of them: it can only add a reason to refuse a sale.
 */
export function worthByRates(
  satoshis: number,
  payment: Priced,
  price: Price,
  percent: number,
): number[] {
  const { exchangeRateAtPayment: rate, exchangeRateCurrency } = payment.invoice ?? {}
  const isOfPrice = exchangeRateCurrency?.trim().toUpperCase() === price.currency
  return [
    worthByShopRate(satoshis, payment, price, percent),
    isOfPrice && rate && rate > 0
      ? compareWorth(satoshis, rate, { cents: price.cents, percent })
      : undefined,
  ].filter((worth) => worth !== undefined)
}
