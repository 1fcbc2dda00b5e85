import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import { findCurrency } from '../../platform/money/currencies.ts'
import { satoshisFor } from '../../platform/money/fiat.ts'
import { bitcoinId } from '../../platform/money/payment-methods.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import type { Order } from '../sales/orders.ts'
import type { PaymentHashState } from '../sales/payment-hashes.ts'
import { paymentSubject } from '../sales/payment-owner.ts'
import { keptRate } from '../sales/payment-worth.ts'
import { receiptName } from '../sales/sales-audit.ts'
import type { Tender } from '../sales/tenders.ts'
import type { ReceivedPayment, SaleBasis, SaleFacts } from './payable.ts'

/** A fee, or a rate that has moved, may leave a payment this far above its price. */
const mostPercent = 105n
/** So does a rate that has moved the other way. */
const leastPercent = 95n
/** A payment is sold within this time, unless it pays for something else. */
const usualMs = 15 * 60_000

/** Facts about the Bitcoin of a sale for the books, beside its sums. */
export type BitcoinOfSale = ReturnType<typeof bitcoinOf>

/**
 * Compares the Bitcoin tenders of a sale, those attached to its bill included, with the
 * records of their payments at the moment of the sale: finds tenders without a payment,
 * and satoshis for which nothing was sold.
 */
export function bitcoinOf(
  tenders: readonly Tender[],
  attached: readonly Tender[],
  payments: readonly ReceivedPayment[],
  { baseCurrencyId }: Pick<SaleBasis, 'baseCurrencyId'>,
  { nowMs }: Pick<SaleFacts, 'nowMs'>,
) {
  const ofTenders = tenders.map((tender) => {
    const hash = tender.lightning?.paymentHash ?? null
    const payment = payments.find((each) => each.hash === hash)
    const isWithout = tender.methodId === bitcoinId && payment?.paid === undefined
    const sentSat = payment?.paid?.sentSat
    const invoiceSat = payment?.known.invoice?.amountSat
    const worth = payment && worthSat(tender, payment.known, baseCurrencyId)
    const overpaidSat = sentSat ? overpaid(sentSat, [invoiceSat, worth]) : 0
    const isShort =
      sentSat && isUnderpaid(sentSat, [tender.lightning?.satoshiAmount, worth])
    const { receivedAtMs = nowMs } = payment?.known.notification ?? {}
    const notes = [
      ...(payment?.verified && !payment.verified.isPriced ? ['unpriced payment'] : []),
      ...(isWithout ? ['no payment on record'] : []),
      ...(overpaidSat > 0 ? ['overpaid'] : []),
      ...(isShort ? ['underpaid'] : []),
      ...(nowMs - receivedAtMs > usualMs ? ['received more than 15 minutes before'] : []),
    ]
    return { tender, hash, payment, attached: undefined, isWithout, overpaidSat, notes }
  })
  const rows = [...ofTenders, ...attached.map(rowOfAttached)]
  const without = rows.filter(({ isWithout }) => isWithout)
  return {
    withoutPayment: {
      count: without.length,
      cents: sumOf(without.map(({ tender }) => tender.amountCents)),
    },
    /** Amounts, by payment hash, that are taken off again if the payment is told later. */
    unreceived: new Map(
      without.flatMap(({ hash, tender }) =>
        hash === null ? [] : [[hash, tender.amountCents]],
      ),
    ),
    overpaidSat: sumOf(rows.map(({ overpaidSat }) => overpaidSat)),
    remarkable: rows.filter(({ notes }) => notes.length > 0),
  }
}

function rowOfAttached(tender: Tender) {
  const { paymentHash = null, sentSat = 0, satoshiAmount } = tender.lightning ?? {}
  const overpaidSat = overpaid(sentSat, [satoshiAmount])
  const notes = overpaidSat > 0 ? ['overpaid'] : []
  return {
    tender,
    hash: paymentHash,
    payment: undefined,
    attached: tender.lightning,
    isWithout: false,
    overpaidSat,
    notes,
  }
}

/**
 * Returns the tenders with the satoshis of their payments. Verified values replace the till's.
 */
export const withSatoshis = (
  tenders: readonly Tender[],
  payments: readonly ReceivedPayment[],
): Tender[] =>
  tenders.map((tender) => {
    const { lightning } = tender
    const payment = payments.find(({ hash }) => hash === lightning?.paymentHash)
    if (!lightning || !payment?.paid) return tender
    const { askedSat, sentSat, receivedSat, nodeFeeSat } = payment.paid
    const satoshiAmount = payment.verified && (askedSat ?? sentSat)
    return {
      ...tender,
      lightning: {
        ...lightning,
        ...(satoshiAmount && { satoshiAmount }),
        ...(sentSat && { sentSat }),
        ...(receivedSat && { receivedSat }),
        ...(nodeFeeSat > 0 && { nodeFeeSat }),
      },
    }
  })

const sumOf = (amounts: readonly number[]) =>
  amounts.reduce((sum, amount) => sum + amount, 0)

/**
 * Returns the satoshis that a tender is worth by the rate kept with its payment;
 * undefined without one.
 */
function worthSat(
  { amountCents }: Tender,
  known: PaymentHashState,
  baseCurrencyId: string,
): number | undefined {
  const rate = keptRate(known)
  const isOfCurrency = rate && rate.currency === findCurrency(baseCurrencyId)?.acronym
  return isOfCurrency && rate.rate > 0 ? satoshisFor(amountCents, rate.rate) : undefined
}

/** The satoshis beyond the least that was asked for, once they are more than a rate moves. */
function overpaid(
  sentSat: number,
  asked: readonly (number | null | undefined)[],
): number {
  const known = asked.filter((satoshis) => typeof satoshis === 'number')
  if (known.length === 0) return 0
  const dueSat = Math.min(...known)
  const isOverpaid = BigInt(sentSat) * 100n > BigInt(dueSat) * mostPercent
  return isOverpaid ? sentSat - dueSat : 0
}

/** True if fewer satoshis were sent than a moving rate explains. */
const isUnderpaid = (sentSat: number, asked: readonly (number | null | undefined)[]) =>
  asked.some((dueSat) => BigInt(sentSat) * 100n < BigInt(dueSat ?? 0) * leastPercent)

/** Logs a sale whose Bitcoin differs from its tenders, with both sides of each such tender. */
export function insertBitcoinAudit(
  userId: string,
  { id, sale }: Pick<Order, 'id' | 'sale'>,
  { remarkable }: BitcoinOfSale,
): Write | undefined {
  const [first, ...others] = remarkable.map(entryOf)
  if (!first) return
  return insertAuditEntry({
    kind: 'payment',
    userId,
    subject: { id, name: receiptName(sale) },
    before: null,
    after: { ...first, ...(others.length > 0 && { others }) },
  })
}

const entryOf = ({
  tender,
  hash,
  payment,
  attached,
  overpaidSat,
  notes,
}: BitcoinOfSale['remarkable'][number]) => {
  const { notification, invoice } = payment?.known ?? {}
  return {
    note: notes.join(', '),
    paymentHash: hash && paymentSubject(hash).id,
    receivedSat: payment?.paid?.receivedSat ?? attached?.receivedSat ?? null,
    receivedAt: notification ? isoSeconds(notification.receivedAtMs) : null,
    askedSat: invoice?.amountSat ?? attached?.satoshiAmount ?? null,
    amountCents: tender.amountCents,
    ...(overpaidSat > 0 && { overpaidSat }),
  }
}
