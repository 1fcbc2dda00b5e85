import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import { read, readAll, readMany } from '../dynamodb/read.ts'
import { insert, put, upsert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { paymentHashOf } from '../lightning/limits.ts'
import type { Rates } from './payment.ts'
import type { PaymentRecord } from './payments.ts'
import { type SaleIds, saleIdsOf } from './sale-on-wire.ts'

/**
 * The records of one Lightning payment share a partition, by its hash: its sale, the
 * notification that it was received, and the invoice that was made here. None of them
 * expires: whose payment it is must be known for as long as it can be sold or paid out.
 */

/** The one sale of a payment hash; it outlives its order, ticket and payment. */
export type HashSale = Item &
  SaleIds & {
    /** The rates of the sale's payment. */
    readonly rates: Rates
    /** Identifies the cart that it sold; absent for bills, and for sales up to version 0.2. */
    readonly cartDigest?: string | undefined
    /** The sale was refunded, whole. */
    readonly refunded?: true
  }

/** A signed notification that the payment was received. */
export type HashNotification = Item & {
  readonly receivedAtMs: number
  /** Absent when no notification contained the amount. */
  readonly amountSat?: number
  /**
   * In Unix seconds; set by releases up to 0.2, until `npm run migrate`. A record that outlives
   * it is still valid.
   */
  readonly expiresAt?: number
}

/** An invoice that was made here; releases up to 0.2 stored nothing but its rates. */
export type HashInvoice = Item &
  Partial<Rates> & {
    /** The user who made it. */
    readonly madeBy?: string
    /** Whether that user was an administrator then. */
    readonly isByAdmin?: boolean
    /** null when the payer chooses the amount. */
    readonly amountSat?: number | null
    /** The shop's own rate of that moment; absent where it knew none. */
    readonly shopRate?: ShopRate
  }

/** Units of a currency for a bitcoin. */
type ShopRate = { readonly currency: string; readonly rate: number }

export type PaymentHashState = Awaited<ReturnType<typeof readPaymentHash>>

/** A longer hash is hashed for the key, because a key has at most 2,048 bytes. */
const maxHashLength = 128
const partition = (paymentHash: string) => {
  const hash = paymentHashOf(paymentHash)
  return `PAYMENT-HASH#${hash.length > maxHashLength ? hashed(hash) : hash}`
}

const keyOf =
  (sk: string) =>
  (paymentHash: string): Key => ({ pk: partition(paymentHash), sk })

export const saleKey = keyOf('SALE')
export const notificationKey = keyOf('NOTIFICATION')
export const invoiceKey = keyOf('INVOICE')
/** The guard of an invoice that pays out a refund. */
export const refundGuardKey = keyOf('REFUND')

/** What is known of a payment hash, in any case and padding; one query. */
export async function readPaymentHash(paymentHash: string) {
  const records = await readAll({ pk: partition(paymentHash) })
  const find = <T extends Item>(key: Key) =>
    records.find(({ sk }) => sk === key.sk) as T | undefined
  return {
    sale: find<HashSale>(saleKey(paymentHash)),
    notification: find<HashNotification>(notificationKey(paymentHash)),
    invoice: find<HashInvoice>(invoiceKey(paymentHash)),
  }
}

/**
 * Stores that a signed notification reported the payment as received. A repeated
 * notification without an amount keeps the stored amount.
 */
export const upsertNotification = (
  paymentHash: string,
  { receivedAtMs, amountSat }: { receivedAtMs: number; amountSat: number | null },
): Write =>
  upsert(notificationKey(paymentHash), {
    set: { receivedAtMs, amountSat: amountSat ?? undefined },
    remove: ['expiresAt'],
  })

/** The same, only if no notification of the payment is stored. */
export const insertMissedNotification = (
  paymentHash: string,
  received: { receivedAtMs: number; amountSat: number },
): Write =>
  insert({ ...notificationKey(paymentHash), ...received } satisfies HashNotification)

/** Stores who made an invoice, its amount and its rates, if there are any. */
export const putInvoice = (
  paymentHash: string,
  invoice: Pick<HashInvoice, 'madeBy' | 'isByAdmin' | 'amountSat'> & Partial<Rates>,
): Write => put({ ...invoiceKey(paymentHash), ...invoice })

/** Stores the rates of a payment; what is stored of an invoice with this hash stays. */
export const upsertRates = (paymentHash: string, rates: Rates): Write =>
  upsert(invoiceKey(paymentHash), { set: rates })

/**
 * Makes a sale the only one of its payment hash; none is written without a hash. It comes
 * first in a transaction, because the first condition that fails decides the error.
 */
export function insertSaleOfHash(
  payments: readonly PaymentRecord[],
  ids: SaleIds,
  cartDigest?: string,
): Write[] {
  const lightning = payments.find((each) => each.lightning?.paymentHash)?.lightning
  if (!lightning?.paymentHash) return []
  const sale: HashSale = {
    ...saleKey(lightning.paymentHash),
    ...saleIdsOf(ids),
    rates: pickRates(lightning),
    ...(cartDigest && { cartDigest }),
  }
  return [insert(sale, (current) => new AlreadySold(current as HashSale))]
}

/**
 * The sale of the payment hash that made this one fail: another request wrote it, or it
 * took what this one needed after that was read. It can also be this request's own sale,
 * when the table's replies were lost.
 */
export async function findEarlierSale(
  error: unknown,
  paymentHash: string | null,
): Promise<HashSale | undefined> {
  if (error instanceof AlreadySold) return error.sale
  if (paymentHash === null || !(error instanceof Failure)) return undefined
  return read<HashSale>(saleKey(paymentHash))
}

/** The payment hash has a sale already. */
class AlreadySold extends Error {
  readonly sale: HashSale

  constructor(sale: HashSale) {
    super('the payment hash already has a sale')
    this.sale = sale
  }
}

/** What the shop's records have of a payment beside the node's data. */
type KnownPayment = Partial<Rates> & {
  /** Its sale was refunded, whole. */
  readonly refunded?: true
}

/**
 * The rates of payments, by payment hash: those of the sale's payment if it has a rate,
 * else those stored with the invoice; and whether the sale was refunded. Hashes of which
 * nothing is known are missing.
 */
export async function readRates(
  hashes: readonly string[],
): Promise<Map<string, KnownPayment>> {
  const distinct = [...new Set(hashes)]
  const found = new Map<string, KnownPayment>()
  const records = await readMany(
    distinct.flatMap((hash) => [saleKey(hash), invoiceKey(hash)]),
  )
  for (const [at, hash] of distinct.entries()) {
    const sale = records[2 * at] as HashSale | undefined
    const invoice = records[2 * at + 1] as HashInvoice | undefined
    const rates = [sale?.rates, invoice].find(hasRate)
    const refunded = sale?.refunded
    if (rates || refunded) {
      found.set(hash, { ...(rates && pickRates(rates)), ...(refunded && { refunded }) })
    }
  }
  return found
}

const hasRate = (rates: Partial<Rates> | undefined): rates is Rates =>
  (rates?.exchangeRateAtPayment ?? null) !== null

const pickRates = (rates: Rates): Rates => ({
  exchangeRateAtPayment: rates.exchangeRateAtPayment,
  exchangeRateCurrency: rates.exchangeRateCurrency,
  fiatAmountAtPayment: rates.fiatAmountAtPayment,
})
