import type { PendingPayment } from '../checkout/checkout-result.ts'
import { confirmAmount, confirmPayment } from '../checkout/payment-confirmation.ts'
import {
  paidSatoshis,
  requireHashOfBitcoin,
  verifyPayment,
} from '../checkout/verified-payment.ts'
import type { Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { type QuoteRecord, refuseOtherCurrency } from '../quotes/quotes.ts'
import {
  type PaymentHashState,
  readPaymentHash,
  usedFailure,
} from '../sales/payment-hashes.ts'
import { requireOwnPayment, type Seller } from '../sales/payment-owner.ts'
import { amountsDiffer, type Tender } from '../sales/tenders.ts'
import type { UnsoldPayment } from '../sales/unmatched-payments.ts'
import type { Received, SaleBasis, SalePayment } from './payable.ts'

/** The payment by Lightning that a request names among its tenders. */
type Named = {
  readonly paymentHash: string | null
  readonly tenders: readonly Tender[]
}

const pending = { status: 'pending' } as const satisfies PendingPayment

/**
 * The payment that the till says it received. With `verifyCheckout` it must be confirmed and
 * enough, and every tender in Bitcoin must name its payment.
 */
export const tendered = ({ paymentHash, tenders }: Named): SalePayment => ({
  ...ofCaller(paymentHash),
  confirm: async (known, basis, seller) => {
    const { safeguards, baseCurrencyId } = await basis()
    if (!safeguards.verifyCheckout) return { paidSat: notifiedSat(known) }
    return verified({ paymentHash, tenders }, known, baseCurrencyId, seller)
  },
})

/**
 * The payment that the till waits for: it must be confirmed in any shop. One of fewer satoshis
 * than the till asked for is not enough. Throws `paymentHashRequired`.
 */
export function awaited({
  paymentHash,
  tenders,
  satoshiAmount,
}: Named & { readonly satoshiAmount: number | null }): SalePayment {
  if (paymentHash === null) throw new Failure('paymentHashRequired')
  return {
    ...ofCaller(paymentHash),
    comesFirst: true,
    confirm: async (known, basis, seller) => {
      const confirmed = await confirmPayment(paymentHash, known?.notification)
      if (!confirmed) return pending
      const { safeguards, baseCurrencyId } = await basis()
      if (safeguards.verifyCheckout) {
        return verified({ paymentHash, tenders }, known, baseCurrencyId, seller)
      }
      const paidSat = paidSatoshis(confirmed, known?.invoice)
      // A notification without an amount confirms the payment, too
      if (paidSat !== null && paidSat < (satoshiAmount ?? paidSat)) {
        throw amountsDiffer(lightningCentsOf(tenders))
      }
      return { paidSat }
    },
  }
}

/**
 * The payment of a quote: whoever asks may sell it, for what was quoted. It counts in full, though
 * the node received less by its fee. Its `confirm` throws `quoteDiffers`, too.
 */
export const quoted = (quote: QuoteRecord, tenders: readonly Tender[]): SalePayment => ({
  hash: quote.paymentHash,
  read: () => readPaymentHash(quote.paymentHash),
  requireSellable: async (known) => {
    if (known?.use) throw new Failure('paymentAlreadySold')
  },
  confirm: async (known, basis) => {
    const { paymentHash } = quote
    const settings = await basis()
    refuseOtherCurrency(quote, settings)
    if (settings.safeguards.verifyCheckout) requireHashOfBitcoin(tenders)
    const confirmed = await confirmPayment(paymentHash, known?.notification)
    if (!confirmed) return pending
    const paidSat = paidSatoshis(confirmed, known?.invoice)
    return { paidSat, payment: { paymentHash, receivedSat: null, isPriced: true } }
  },
})

/** A payment on record that nobody has sold, for an administrator: its worth is up to them. */
export const unmatched = (payment: UnsoldPayment, audit: Write): SalePayment<never> => ({
  hash: payment.paymentHash,
  read: async () => payment,
  requireSellable: async ({ use } = payment) => {
    if (use) throw usedFailure(use)
  },
  confirm: async () => ({
    paidSat: notifiedSat(payment),
    unsold: { amountSat: payment.notification.amountSat ?? 0, audit },
  }),
})

const ofCaller = (hash: string | null) => ({
  hash,
  read: async () => (hash === null ? undefined : readPaymentHash(hash)),
  requireSellable: async (known: PaymentHashState | undefined, seller: Seller) => {
    if (hash !== null && known) await requireOwnPayment(hash, known, seller)
  },
})

async function verified(
  { paymentHash, tenders }: Named,
  known: PaymentHashState | undefined,
  baseCurrencyId: SaleBasis['baseCurrencyId'],
  seller: Seller,
): Promise<Received | PendingPayment> {
  requireHashOfBitcoin(tenders)
  if (paymentHash === null || !known) return {}
  const confirmation = await confirmAmount(paymentHash, known)
  if (!confirmation) return pending
  const sold = { tenders, baseCurrencyId }
  return {
    paidSat: paidSatoshis(confirmation, known.invoice),
    payment: verifyPayment(paymentHash, confirmation, known, sold, seller),
  }
}

/** What a notification on record says was paid; undefined without one. */
export const notifiedSat = (known: PaymentHashState | undefined) =>
  known?.notification &&
  paidSatoshis(
    { receivedSat: known.notification.amountSat ?? null, requestedSat: null },
    known.invoice,
  )

/** The part of the amount that was to be paid over Lightning. */
const lightningCentsOf = (tenders: readonly Tender[]): number =>
  tenders.find(({ lightning }) => lightning?.paymentHash)?.amountCents ?? 0
