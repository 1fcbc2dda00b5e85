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
 * notification that it was received, and the rates of its invoice.
 */

/** The one sale of a payment hash; it outlives its order, ticket and payment. */
export type HashSale = Item &
  SaleIds & {
    /** The rates of the sale's payment. */
    readonly rates: Rates
    /** The sale was refunded, whole. */
    readonly refunded?: true
  }

/** A signed notification that the payment was received. */
export type HashNotification = Item & {
  readonly receivedAtMs: number
  /** Absent when no notification contained the amount. */
  readonly amountSat?: number
  readonly expiresAt: number
}

/** The rates stored when the invoice was created. */
export type HashInvoice = Item & Rates

export type PaymentHashState = {
  readonly sale: HashSale | undefined
  readonly notification: HashNotification | undefined
}

/** A longer hash is hashed for the key, because a key has at most 2,048 bytes. */
const maxHashLength = 128
/** How long a notification is stored. */
export const notificationTtlMs = 30 * 24 * 60 * 60_000

const notificationExpiry = (receivedAtMs: number) =>
  Math.ceil((receivedAtMs + notificationTtlMs) / 1000)

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
 * The sale and the notification of a payment hash, in any case and padding; one query. An
 * expired notification counts as none.
 */
export async function readPaymentHash(
  paymentHash: string,
  nowMs: number,
): Promise<PaymentHashState> {
  const records = await readAll({ pk: partition(paymentHash) })
  const find = <T extends Item>(key: Key) =>
    records.find(({ sk }) => sk === key.sk) as T | undefined
  const notification = find<HashNotification>(notificationKey(paymentHash))
  const isValid = notification && notification.expiresAt * 1000 > nowMs
  return {
    sale: find<HashSale>(saleKey(paymentHash)),
    notification: isValid ? notification : undefined,
  }
}

/** Inserts the only sale of a hash; `onConditionFailed` is given the earlier one. */
export const insertHashSale = (
  paymentHash: string,
  ids: SaleIds,
  { exchangeRateAtPayment, exchangeRateCurrency, fiatAmountAtPayment }: Rates,
  onConditionFailed: OnConditionFailed,
): Write => {
  const sale: HashSale = {
    ...saleKey(paymentHash),
    ...saleIdsOf(ids),
    rates: { exchangeRateAtPayment, exchangeRateCurrency, fiatAmountAtPayment },
  }
  return insert(sale, onConditionFailed)
}

/**
 * Stores for 30 days that a signed notification reported the payment as received. A
 * repeated notification without an amount keeps the stored amount.
 */
export const upsertNotification = (
  paymentHash: string,
  { receivedAtMs, amountSat }: { receivedAtMs: number; amountSat: number | null },
): Write =>
  upsert(notificationKey(paymentHash), {
    set: {
      receivedAtMs,
      amountSat: amountSat ?? undefined,
      expiresAt: notificationExpiry(receivedAtMs),
    },
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
    expiresAt: notificationExpiry(receivedAtMs),
  }
  return insert(notification, onConditionFailed)
}

/** Stores the rates of an invoice for the lists of payments. */
export const putInvoiceRates = (paymentHash: string, rates: Rates): Write =>
  put({ ...invoiceKey(paymentHash), ...rates })
