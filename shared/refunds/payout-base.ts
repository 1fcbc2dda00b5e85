import { connectNode } from '../agents/connect-node.ts'
import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { readPaymentHash } from '../sales/payment-hashes.ts'
import { worthByShopRate } from '../sales/payment-worth.ts'
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
    currency: baseCurrencyOf(currency).acronym,
    limit: {
      // Of UTC: a change of the shop's time zone would begin another day
      day: new Date(nowMs).toISOString().slice(0, 10),
      limitSat: safeguardsOf(config).payoutLimitSat,
    },
  }
}

/**
 * The limit for a payout by a user who is not an administrator; undefined where the shop's own
 * rate bounds it. Throws `adminRequired` when the tender's cents are worth less than half of
 * the satoshis by that rate: the payment was not of this sale alone, or of none.
 */
export function limitOf(
  { receivedSat, priced, currency, limit }: PayoutBase,
  tenderCents: number,
): PayoutBase['limit'] | undefined {
  const price = { cents: tenderCents, currency }
  const worth = worthByShopRate(receivedSat, priced, price, 200)
  if (worth === undefined) return limit
  if (worth > 0) throw new Failure('adminRequired')
  return undefined
}
