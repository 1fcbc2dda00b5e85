import { connectNode } from '../../agents/connect-node.ts'
import { Failure } from '../../failure.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { countNodeFee } from '../sales/node-fees.ts'
import { paidSatoshis } from '../sales/paid-satoshis.ts'
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
} from '../shop-config/config.ts'

/** Facts of a payment that bound its payout. */
type PayoutBase = NonNullable<Awaited<ReturnType<typeof readPayoutBase>>>

/**
 * Asks the node about a payment and bounds its refund: the amount of its invoice, though the
 * node received less by its fee; without an amount, the satoshis received. No notification
 * alone ever pays out, and none raises that. An overpayment, and the fee of an invoice without
 * an amount, are an excess. undefined when nothing was received. Throws NodeFailure.
 */
export async function readPayoutBase(paymentHash: string, nowMs: number) {
  const [{ notification, invoice, fee }, payment, [config, currency]] = await Promise.all(
    [
      readPaymentHash(paymentHash),
      connectNode().incomingPayment(paymentHash),
      readMany<[ShopConfig, BaseCurrency]>([configKey, baseCurrencyKey]),
    ],
  )
  if (!payment?.isPaid) return undefined
  const { nodeFeeSat } = paidSatoshis(payment, invoice)
  await countNodeFee(paymentHash, nodeFeeSat, fee)
  const asked = [payment.requestedSat, invoice?.amountSat].filter((sat) => sat != null)
  const receivedSat = Math.min(payment.receivedSat, notification?.amountSat ?? Infinity)
  const sentSat = asked.length > 0 ? Math.min(...asked) : receivedSat
  // The node takes twice an invoice at most. Where fee credit paid a part of a fee, it is less
  const mostSat = asked.length > 0 ? 2 * sentSat : Number.POSITIVE_INFINITY
  const withExcessSat = Math.max(sentSat, Math.min(receivedSat + nodeFeeSat, mostSat))
  if (withExcessSat <= 0) return undefined
  return {
    sentSat,
    withExcessSat,
    priced: { invoice, notification },
    /** Currency in which the shop counts now. */
    currency: baseCurrencyOf(currency).acronym,
    /** Currency of sales of earlier releases; undefined if it may be another. */
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
 * Returns the limit for a payout by a user who is not an administrator; undefined if the
 * shop's own rate bounds it. Throws `adminRequired` when the tender's cents are worth
 * less than half of the satoshis by that rate (the payment was not of this sale alone, or
 * of none), and when the kept rates are of other currencies.
 */
export function limitOf(
  { sentSat, priced, limit }: PayoutBase,
  tender: Price,
): PayoutBase['limit'] | undefined {
  if (isOfAnotherCurrency(priced, tender.currency)) throw new Failure('adminRequired')
  const worth = worthByShopRate(sentSat, priced, tender, 200)
  if (worth === undefined) return limit
  if (worth > 0) throw new Failure('adminRequired')
  return undefined
}
