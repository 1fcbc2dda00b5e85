import { Failure } from '../../failure.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import { bitcoinId } from '../../platform/money/payment-methods.ts'
import type { PendingPayment } from '../checkout/checkout-result.ts'
import {
  confirmAmount,
  confirmPayment,
  reportOfNode,
} from '../checkout/payment-confirmation.ts'
import { isEnough, isPriced, requireHashOfBitcoin } from '../checkout/verified-payment.ts'
import { type QuoteRecord, refuseOtherCurrency } from '../quotes/quotes.ts'
import {
  notified,
  type PaidSatoshis,
  type PaymentReport,
  paidSatoshis,
  sentOnRecord,
} from '../sales/paid-satoshis.ts'
import {
  type HashInvoice,
  type PaymentHashState,
  readPaymentHash,
  usedFailure,
} from '../sales/payment-hashes.ts'
import { requireOwnPayment, type Seller } from '../sales/payment-owner.ts'
import { amountsDiffer, hashesOf, type Tender } from '../sales/tenders.ts'
import type { UnsoldPayment } from '../sales/unmatched-payments.ts'
import type { ReceivedPayment, SaleBasis, SalePayment } from './payable.ts'

const pending = { status: 'pending' } as const satisfies PendingPayment

/**
 * Returns the payments that the till says it received. With `verifyCheckout` the payment of a
 * tender must be confirmed and enough, and every tender in Bitcoin must name its payment.
 * Guests who share the bill of an order pay quotes of it: each of these must be confirmed in
 * any shop, and counts for the quoted amount. Its `confirm` throws `quoteDiffers`, too.
 */
export function tendered(
  { tenders }: { readonly tenders: readonly Tender[] },
  orderId?: string,
): SalePayment {
  const hashes = hashesOf(tenders)
  const isOfBill = ({ invoice }: PaymentHashState) =>
    orderId !== undefined && invoice?.quoteId !== undefined && invoice.orderId === orderId
  return {
    hashes,
    read: () => Promise.all(hashes.map(readPaymentHash)),
    requireSellable: async (known, seller) => {
      if (new Set(hashes).size < hashes.length) {
        throw new Failure('checkoutInvalidReference', { field: 'tenders' })
      }
      if (known.filter((each) => !isOfBill(each)).length > 1)
        throw new Failure('invalid', oneHash)
      for (const [at, each] of known.entries()) {
        if (!isOfBill(each)) await requireOwnPayment(hashes[at] ?? '', each, seller)
        else if (each.use) throw new Failure('paymentAlreadySold')
      }
    },
    confirm: async (known, basis, seller) => {
      const settings = await basis()
      const { verifyCheckout } = settings.safeguards
      if (verifyCheckout) requireHashOfBitcoin(tenders)
      const received = await Promise.all(
        known.map(async (each, at) => {
          const hash = hashes[at] ?? ''
          if (isOfBill(each)) return share(hash, each, tenders, settings)
          if (verifyCheckout) return verified(hash, each, tenders, settings, seller)
          return { hash, known: each, paid: notifiedSatoshis(each) }
        }),
      )
      return allOf(received)
    },
  }
}

const oneHash = {
  fault: 'tenders: at most one has a paymentHash, unless they are of quotes of the bill',
}

/**
 * The payment that the till waits for: it must be confirmed in any shop. One of fewer satoshis
 * than the till asked for is not enough. Throws `paymentHashRequired`.
 */
export function awaited({
  paymentHash: hash,
  tenders,
  satoshiAmount,
}: {
  readonly paymentHash: string | null
  readonly tenders: readonly Tender[]
  readonly satoshiAmount: number | null
}): SalePayment {
  if (hash === null) throw new Failure('paymentHashRequired')
  return {
    ...tendered({ tenders }),
    comesFirst: true,
    confirm: async ([known], basis, seller) => {
      const confirmed = await confirmPayment(hash, known?.notification)
      if (!known || !confirmed) return pending
      const settings = await basis()
      if (settings.safeguards.verifyCheckout) {
        requireHashOfBitcoin(tenders)
        return allOf([await verified(hash, known, tenders, settings, seller)])
      }
      // A notification without an amount confirms the payment, too
      const paid = await asEnough(
        hash,
        confirmed,
        known,
        ({ sentSat }) => sentSat === null || sentSat >= (satoshiAmount ?? 0),
      )
      if (!paid) throw amountsDiffer(tenderOfHash(tenders, hash)?.amountCents ?? 0)
      return { payments: [{ hash, known, paid }] }
    },
  }
}

/**
 * Returns the payment of a quote: any caller may sell it, for the quoted amount. It counts in
 * full, though the node received less by its fee. Its `confirm` throws `quoteDiffers`, too.
 */
export const quoted = (quote: QuoteRecord, tenders: readonly Tender[]): SalePayment => {
  const { paymentHash: hash } = quote
  return {
    hashes: [hash],
    read: async () => [await readPaymentHash(hash)],
    requireSellable: async ([known]) => {
      if (known?.use) throw new Failure('paymentAlreadySold')
    },
    confirm: async ([known], basis) => {
      const settings = await basis()
      refuseOtherCurrency(quote, settings)
      if (settings.safeguards.verifyCheckout) requireHashOfBitcoin(tenders)
      return known ? allOf([await inFull(hash, known)]) : pending
    },
  }
}

/**
 * Returns an unsold payment on record as a sale's payment, for an administrator, who
 * decides its worth.
 */
export const unmatched = (payment: UnsoldPayment, audit: Write): SalePayment<never> => ({
  hashes: [payment.paymentHash],
  read: async () => [payment],
  requireSellable: async () => {
    if (payment.use) throw usedFailure(payment.use)
  },
  confirm: async () => ({
    payments: [onRecord(payment)],
    unsold: { sentSat: sentOnRecord(payment) ?? 0, audit },
  }),
})

/** Returns a received payment by its notification on record. */
export const onRecord = (known: UnsoldPayment): ReceivedPayment => ({
  hash: known.paymentHash,
  known,
  paid: notifiedSatoshis(known),
})

/** Pending until all are received. */
function allOf(payments: readonly (ReceivedPayment | undefined)[]) {
  const received = payments.filter((each) => each !== undefined)
  return received.length === payments.length ? { payments: received } : pending
}

async function verified(
  hash: string,
  known: PaymentHashState,
  tenders: readonly Tender[],
  { baseCurrencyId }: SaleBasis,
  seller: Seller,
): Promise<ReceivedPayment | undefined> {
  const confirmation = await confirmAmount(hash, known)
  if (!confirmation) return
  const sold = { tenders, baseCurrencyId }
  const paid = await asEnough(hash, confirmation, known, (satoshis) =>
    isEnough(satoshis, known, sold, seller),
  )
  if (!paid) throw new Failure('paymentTooSmall', { field: 'paymentHash' })
  return { hash, known, paid, verified: { isPriced: isPriced(known, sold) } }
}

/**
 * Returns the satoshis of a payment that is enough; undefined for too few. If a
 * notification reports too few for an invoice of any amount, asks the node for its fee,
 * which the customer sent, too.
 */
async function asEnough(
  hash: string,
  report: PaymentReport,
  { invoice }: PaymentHashState,
  isEnough: (paid: PaidSatoshis) => boolean,
): Promise<PaidSatoshis | undefined> {
  const paid = paidSatoshis(report, invoice)
  if (isEnough(paid)) return paid
  if (report.fees !== null || paid.askedSat !== null) return undefined
  const reported = await reportOfNode(hash)
  const withFee = reported && paidSatoshis(reported, invoice)
  return withFee && isEnough(withFee) ? withFee : undefined
}

/** A share of a bill is for the cents that were quoted, in the currency of then. */
async function share(
  hash: string,
  known: PaymentHashState,
  tenders: readonly Tender[],
  { currency }: SaleBasis,
): Promise<ReceivedPayment | undefined> {
  const { dueCents, shopRate }: Partial<HashInvoice> = known.invoice ?? {}
  const tender = tenderOfHash(tenders, hash)
  if (tender?.methodId !== bitcoinId) {
    throw new Failure('checkoutInvalidReference', { field: 'paymentMethodId' })
  }
  if (shopRate?.currency !== currency) throw new Failure('currencyDiffers')
  if (dueCents !== undefined && dueCents !== tender.amountCents) {
    throw amountsDiffer(dueCents, 'tenders')
  }
  return inFull(hash, known)
}

async function inFull(
  hash: string,
  known: PaymentHashState,
): Promise<ReceivedPayment | undefined> {
  const confirmed = await confirmPayment(hash, known.notification)
  if (!confirmed) return
  const paid = paidSatoshis(confirmed, known.invoice)
  return { hash, known, paid, verified: { isPriced: true } }
}

/** Returns the satoshis paid by the notification on record; undefined without one. */
const notifiedSatoshis = ({ notification, invoice }: PaymentHashState) =>
  notification && paidSatoshis(notified(notification), invoice)

const tenderOfHash = (tenders: readonly Tender[], hash: string) =>
  tenders.find(({ lightning }) => lightning?.paymentHash === hash)
