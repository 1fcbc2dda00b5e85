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
import type { Rates } from './payments.ts'

/**
 * Everything known of a Lightning payment stands in one partition, by its hash: its sale,
 * the node's report of it, and the rates of its invoice.
 */

/** The records that a sale made. */
export type SaleIds = {
  readonly orderId: string
  readonly ticketId: string
  readonly paymentId: string
}

/** The one sale of a payment hash; it outlives its order, ticket and payment. */
export type HashSale = Item &
  SaleIds & {
    /** The rates of the sale's payment. */
    readonly rates: Rates
  }

/** A verified notification that the payment was received. */
export type HashNotification = Item & {
  readonly receivedAtMs: number
  /** Absent when no notification told the amount. */
  readonly amountSat?: number
  readonly expiresAt: number
}

/** The rates kept when the invoice was made. */
export type HashInvoice = Item & Rates

export type PaymentHashState = {
  readonly sale: HashSale | undefined
  readonly notification: HashNotification | undefined
}

/** Longer hashes would outgrow a key. */
const maxHashLength = 128
/** How long a notification is on record. */
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

/** Whether a payment was sold or reported, by its hash as a client writes it; one query. */
export async function readPaymentHash(
  paymentHash: string,
  nowMs: number,
): Promise<PaymentHashState> {
  const records = await readAll({ pk: partition(paymentHash) })
  const find = <T extends Item>(key: Key) =>
    records.find(({ sk }) => sk === key.sk) as T | undefined
  const notification = find<HashNotification>(notificationKey(paymentHash))
  const current = notification && notification.expiresAt * 1000 > nowMs
  return {
    sale: find<HashSale>(saleKey(paymentHash)),
    notification: current ? notification : undefined,
  }
}

/** Makes the sale the only one of its hash; the refusal is given the earlier one. */
export const insertHashSale = (
  paymentHash: string,
  { orderId, ticketId, paymentId }: SaleIds,
  { exchangeRateAtPayment, exchangeRateCurrency, fiatAmountAtPayment }: Rates,
  refusal: OnConditionFailed,
): Write => {
  const sale: HashSale = {
    ...saleKey(paymentHash),
    orderId,
    ticketId,
    paymentId,
    rates: { exchangeRateAtPayment, exchangeRateCurrency, fiatAmountAtPayment },
  }
  return insert(sale, refusal)
}

/**
 * Records for 30 days that a verified notification reported the payment as received. A
 * repetition that tells no amount leaves the known one.
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
 * The same for a payment that no notification has brought so far; the refusal tells that
 * one has.
 */
export const insertMissedNotification = (
  paymentHash: string,
  { receivedAtMs, amountSat }: { receivedAtMs: number; amountSat: number },
  refusal: OnConditionFailed,
): Write => {
  const notification: HashNotification = {
    ...notificationKey(paymentHash),
    receivedAtMs,
    amountSat,
    expiresAt: notificationExpiry(receivedAtMs),
  }
  return insert(notification, refusal)
}

/** Keeps the rates of an invoice for the lists of payments. */
export const putInvoiceRates = (paymentHash: string, rates: Rates): Write =>
  put({ ...invoiceKey(paymentHash), ...rates })
