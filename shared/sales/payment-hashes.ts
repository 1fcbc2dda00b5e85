import { hashed, type Item, type Key } from '../dynamodb/keys.ts'
import { readAll } from '../dynamodb/read.ts'
import {
  insert,
  type OnConditionFailed,
  put,
  upsert,
  type Write,
} from '../dynamodb/write.ts'
import { paymentHashOf } from '../lightning/payment-hash.ts'
import type { Rates } from './payment.ts'
import { type SaleIds, saleIdsOf } from './sale-ids.ts'

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
    /** Stands for the cart that it sold; absent for bills, and for sales up to version 0.2. */
    readonly cartDigest?: string | undefined
    /** The sale was refunded, whole. */
    readonly refunded?: true
  }

/** A signed notification that the payment was received. */
export type HashNotification = Item & {
  readonly receivedAtMs: number
  /** Absent when no notification contained the amount. */
  readonly amountSat?: number
  /** On those that releases up to 0.2 stored, until `npm run migrate`; in Unix seconds. */
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
export type ShopRate = { readonly currency: string; readonly rate: number }

export type PaymentHashState = {
  readonly sale: HashSale | undefined
  readonly notification: HashNotification | undefined
  readonly invoice: HashInvoice | undefined
}

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

/**
 * What is known of a payment hash, in any case and padding; one query. An expired
 * notification counts as none.
 */
export async function readPaymentHash(
  paymentHash: string,
  nowMs: number,
): Promise<PaymentHashState> {
  const records = await readAll({ pk: partition(paymentHash) })
  const find = <T extends Item>(key: Key) =>
    records.find(({ sk }) => sk === key.sk) as T | undefined
  const notification = find<HashNotification>(notificationKey(paymentHash))
  const { expiresAt = Infinity } = notification ?? {}
  return {
    sale: find<HashSale>(saleKey(paymentHash)),
    notification: expiresAt * 1000 > nowMs ? notification : undefined,
    invoice: find<HashInvoice>(invoiceKey(paymentHash)),
  }
}

/** Inserts the only sale of a hash; `onConditionFailed` is given the earlier one. */
export const insertHashSale = (
  paymentHash: string,
  ids: SaleIds,
  { exchangeRateAtPayment, exchangeRateCurrency, fiatAmountAtPayment }: Rates,
  cartDigest: string | undefined,
  onConditionFailed: OnConditionFailed,
): Write => {
  const sale: HashSale = {
    ...saleKey(paymentHash),
    ...saleIdsOf(ids),
    rates: { exchangeRateAtPayment, exchangeRateCurrency, fiatAmountAtPayment },
    ...(cartDigest && { cartDigest }),
  }
  return insert(sale, onConditionFailed)
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

/**
 * The same, only if no notification of the payment is stored; `onConditionFailed` is for
 * one that is.
 */
export const insertMissedNotification = (
  paymentHash: string,
  { receivedAtMs, amountSat }: { receivedAtMs: number; amountSat: number },
  onConditionFailed: OnConditionFailed,
): Write => {
  const notification: HashNotification = {
    ...notificationKey(paymentHash),
    receivedAtMs,
    amountSat,
  }
  return insert(notification, onConditionFailed)
}

/** Stores who made an invoice, its amount and its rates, if there are any. */
export const putInvoice = (
  paymentHash: string,
  invoice: Pick<HashInvoice, 'madeBy' | 'isByAdmin' | 'amountSat'> & Partial<Rates>,
): Write => put({ ...invoiceKey(paymentHash), ...invoice })

/** Stores the rates of a payment; what is stored of an invoice with this hash stays. */
export const upsertRates = (paymentHash: string, rates: Rates): Write =>
  upsert(invoiceKey(paymentHash), { set: rates })
