import { connectNode } from '../agents/connect-node.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import {
  isOfAnotherCurrency,
  type Price,
  worthByShopRate,
} from '../sales/payment-worth.ts'
import type { SaleSnapshot } from '../sales/sale-snapshot.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  baseCurrencyOf,
  configKey,
  type ShopConfig,
  safeguardsOf,
} from '../shop/config.ts'

/** What a payout may be at most, by what is known of the payment that it gives back. */
type PayoutBase = NonNullable<Awaited<ReturnType<typeof readPayoutBase>>>

/**
 * Asks the node what it received with a payment hash; no notification alone ever pays out, and
 * none raises that. undefined when nothing was received. Throws NodeFailure.
 */
export async function readPayoutBase(paymentHash: string, nowMs: number) {
  const [{ notification, invoice }, payment, [config, currency]] = await Promise.all([
    readPaymentHash(paymentHash),
    connectNode().incomingPayment(paymentHash),
    readMany<[ShopConfig, BaseCurrency]>([configKey, baseCurrencyKey]),
  ])
  if (!payment?.isPaid || payment.receivedSat <= 0) return undefined
  return {
    receivedSat: Math.min(payment.receivedSat, notification?.amountSat ?? Infinity),
    priced: { invoice, notification },
    /** In which the shop counts now. */
    currency: baseCurrencyOf(currency).acronym,
    /** In which sales of earlier releases were counted; undefined where it may be another. */
    earlierCurrency: currency?.isChanged ? undefined : baseCurrencyOf(currency).acronym,
    limit: {
      // Of UTC: a change of the shop's time zone would begin another day
      day: new Date(nowMs).toISOString().slice(0, 10),
      limitSat: safeguardsOf(config).payoutLimitSat,
    },
  }
}

/** The currency of a sale's cents, whatever the shop counts in today. */
export const currencyOfSale = (
  { baseCurrency }: Pick<SaleSnapshot, 'baseCurrency'>,
  { earlierCurrency }: PayoutBase,
): string | undefined => baseCurrency ?? earlierCurrency

/**
 * The limit for a payout by a user who is not an administrator; undefined where the shop's own
 * rate bounds it. Throws `adminRequired` when the tender's cents are worth less than half of
 * the satoshis by that rate (the payment was not of this sale alone, or of none), and when the
 * rates that were kept are of other currencies.
 */
export function limitOf(
  { receivedSat, priced, limit }: PayoutBase,
  tender: Price,
): PayoutBase['limit'] | undefined {
  if (isOfAnotherCurrency(priced, tender.currency)) throw new Failure('adminRequired')
  const worth = worthByShopRate(receivedSat, priced, tender, 200)
  if (worth === undefined) return limit
  if (worth > 0) throw new Failure('adminRequired')
  return undefined
}
