import { insertAuditEntry } from '../audit/audit-trail.ts'
import type { Write } from '../dynamodb/write.ts'
import { findCurrency } from '../money/currencies.ts'
import { satoshisFor } from '../money/fiat.ts'
import { bitcoinId } from '../money/payment-methods.ts'
import type { Order } from '../sales/orders.ts'
import type { PaymentHashState } from '../sales/payment-hashes.ts'
import { paymentSubject } from '../sales/payment-owner.ts'
import { keptRate } from '../sales/payment-worth.ts'
import { receiptName } from '../sales/sales-audit.ts'
import type { Tender } from '../sales/tenders.ts'
import { isoSeconds } from '../time/iso.ts'
import type { Received, SaleBasis, SaleFacts } from './payable.ts'

/** A fee, or a rate that has moved, may leave a payment this far above its price. */
const mostPercent = 105n
/** A payment is sold within this time, unless it pays for something else. */
const usualMs = 15 * 60_000

/** What the books say of the Bitcoin of a sale beside its sums. */
export type BitcoinOfSale = ReturnType<typeof bitcoinOf>

/**
 * Compares the Bitcoin tenders of a sale with what is on record of their payments, at the moment
 * of the sale: which have none, and how many satoshis nobody sold anything for.
 */
export function bitcoinOf(
  tenders: readonly Tender[],
  { known, paidSat, payment }: Received,
  { baseCurrencyId }: Pick<SaleBasis, 'baseCurrencyId'>,
  { nowMs }: Pick<SaleFacts, 'nowMs'>,
) {
  const named = tenders.find(({ lightning }) => lightning?.paymentHash)
  const isPaid = paidSat !== undefined
  const without = tenders.filter(
    (tender) => tender.methodId === bitcoinId && !(tender === named && isPaid),
  )
  const withoutCents = without.reduce((sum, { amountCents }) => sum + amountCents, 0)
  const overpaidSat =
    named && paidSat ? overpaid(paidSat, named, known, baseCurrencyId) : 0
  const { receivedAtMs = nowMs } = known?.notification ?? {}
  const notes = [
    ...(payment && !payment.isPriced ? ['unpriced payment'] : []),
    ...(without.length > 0 ? ['no payment on record'] : []),
    ...(overpaidSat > 0 ? ['overpaid'] : []),
    ...(nowMs - receivedAtMs > usualMs ? ['received more than 15 minutes before'] : []),
  ]
  return {
    withoutPayment: { count: without.length, cents: withoutCents },
    /** What is taken off again if the payment is told later; undefined where it was known. */
    unreceivedCents: named && without.includes(named) ? named.amountCents : undefined,
    overpaidSat,
    notes,
  }
}

/**
 * The satoshis beyond what an invoice asked for, and beyond what the tender is worth by the rate
 * that was kept with it, once they are more than a rate moves.
 */
function overpaid(
  paidSat: number,
  { amountCents }: Tender,
  known: PaymentHashState | undefined,
  baseCurrencyId: string,
): number {
  const rate = known && keptRate(known)
  const isOfCurrency = rate && rate.currency === findCurrency(baseCurrencyId)?.acronym
  const asked = [
    known?.invoice?.amountSat ?? undefined,
    isOfCurrency && rate.rate > 0 ? satoshisFor(amountCents, rate.rate) : undefined,
  ].filter((satoshis) => satoshis !== undefined)
  if (asked.length === 0) return 0
  const dueSat = Math.min(...asked)
  const isOverpaid = BigInt(paidSat) * 100n > BigInt(dueSat) * mostPercent
  return isOverpaid ? paidSat - dueSat : 0
}

/** Enters a sale whose Bitcoin is not what it seems in the audit trail, with both sides. */
export function insertBitcoinAudit(
  userId: string,
  { id, sale }: Pick<Order, 'id' | 'sale'>,
  { known, paidSat, payment }: Received,
  { notes, withoutPayment, overpaidSat }: BitcoinOfSale,
): Write | undefined {
  if (notes.length === 0) return
  const tender = sale?.tenders.find(({ lightning }) => lightning?.paymentHash)
  const { receivedAtMs } = known?.notification ?? {}
  return insertAuditEntry({
    kind: 'payment',
    userId,
    subject: { id, name: receiptName(sale?.number) },
    before: null,
    after: {
      note: notes.join(', '),
      paymentHash: paymentSubject(tender?.lightning?.paymentHash ?? '').id || null,
      receivedSat: payment?.receivedSat ?? paidSat ?? null,
      receivedAt: receivedAtMs === undefined ? null : isoSeconds(receivedAtMs),
      askedSat: known?.invoice?.amountSat ?? null,
      amountCents: tender?.amountCents ?? withoutPayment.cents,
      ...(overpaidSat > 0 && { overpaidSat }),
    },
  })
}
