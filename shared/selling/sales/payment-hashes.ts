import { Failure } from '../../failure.ts'
import { paymentHashOf } from '../../lightning/node/limits.ts'
import { hashed, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import {
  VersionConflict,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readAll, readMany } from '../../platform/dynamodb/read.ts'
import { maxActions, transact } from '../../platform/dynamodb/transact.ts'
import {
  conditionCheckAbsent,
  deleteIfPresent,
  deleteItem,
  insert,
  needed,
  put,
  replace,
  update,
  upsert,
  type Write,
  type Writes,
} from '../../platform/dynamodb/write.ts'
import { upsertSameDay } from './day-record.ts'
import type { Rates } from './payment.ts'
import type { PaymentRecord } from './payments.ts'
import { type SaleIds, saleIdsOf } from './sale-on-wire.ts'

/**
 * Records of one Lightning payment. They share a partition, by its hash: its sale, the
 * notification that it was received, and the invoice that was made here. None of them
 * expires: the payment's owner must be known for as long as it can be sold or paid out.
 */

/** The one sale of a payment hash; it outlives its order, ticket and payment. */
export type HashSale = Item &
  SaleIds & {
    /** The rates of the sale's payment. */
    readonly rates: Rates
    /** Identifies the cart that it sold; absent for bills, and for sales up to version 0.2. */
    readonly cartDigest?: string | undefined
    /**
     * Cents that the day counted for a sale without a payment on record, and the number
     * of the Z before; absent once a notification was recorded.
     */
    readonly unreceived?: { readonly cents: number; readonly lastZNumber: number | null }
    /** The sale was refunded, whole. */
    readonly refunded?: true
  }

/**
 * Use of a payment instead of a sale. It has the key of the sale, so that one condition
 * keeps them apart.
 */
export type HashUse = Item & Use

/** Use of a payment that has no sale of its own. */
type Use =
  | {
      /** Kept on a bill until it is settled; then the bill's sale takes its place. */
      readonly use: 'attached'
      readonly orderId: string
      readonly cents: number
      readonly amountSat?: number | undefined
    }
  | {
      readonly use: 'refunding' | 'refunded'
      readonly refundId: string
      readonly satoshiAmount: number
      /** The Idempotency-Key of the request that gave it back, if it had one. */
      readonly keyedBy?: string | undefined
    }
  | { readonly use: 'dismissed'; readonly reason: string }

/** A signed notification that the payment was received. */
export type HashNotification = Item & {
  readonly receivedAtMs: number
  /** Absent when no notification contained the amount. */
  readonly amountSat?: number | undefined
  /**
   * Expiry in Unix seconds, set by releases up to 0.2, until `npm run migrate`. A record
   * that outlives it is still valid.
   */
  readonly expiresAt?: number
  /** The shop's own rate of that moment; absent where it knew none. */
  readonly shopRate?: ShopRate | undefined
}

/** An invoice that was made here; releases up to 0.2 stored nothing but its rates. */
export type HashInvoice = Item &
  Partial<Rates> & {
    /** The user who made it; the maker of the API key that did. */
    readonly madeBy?: string
    /** The API key that made it; null for none, absent in releases up to 0.3.0. */
    readonly madeByKey?: string | null | undefined
    /** True if that user was an administrator then. */
    readonly isByAdmin?: boolean
    /** null when the payer chooses the amount. */
    readonly amountSat?: number | null
    /** The shop's own rate of that moment; absent where it knew none. */
    readonly shopRate?: ShopRate | undefined
    /** The shop's currency of that moment, where it knew no rate. */
    readonly unratedCurrency?: string | undefined
    /** The quote that its payment is for: it sells nothing else. */
    readonly quoteId?: string
    /** The pay code that asked for it: its payment is attached, never sold at checkout. */
    readonly payCodeId?: string
    /** The invoice of a pay code itself (BOLT11). */
    readonly serialized?: string
    /** Comment of a pay code's payer. */
    readonly comment?: string
    /**
     * Amount that it was made for, in cents of the currency of `shopRate`; only with
     * `amountSat`.
     */
    readonly dueCents?: number
    /** The bill that a quote is for. */
    readonly orderId?: string
    /** The table of a pay code, whose bill its payment is for. */
    readonly tableId?: string
  }

/** Fee that the node kept of a payment, as far as the books have counted it. */
export type HashFee = { readonly feeSat: number }

/** Units of a currency for a bitcoin. */
export type ShopRate = { readonly currency: string; readonly rate: number }

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
export const feeKey = keyOf('FEE')
/** The guard of an invoice that pays out a refund. */
export const refundGuardKey = keyOf('REFUND')

/** A payment that was received and of which nothing has become; these are one partition. */
export type UnmatchedPayment = Item & Received & { readonly paymentHash: string }

/** Time of a payment's report, and the satoshis that the customer sent, as far as known. */
export type Received = Pick<HashNotification, 'receivedAtMs' | 'amountSat'>

const unmatchedKey = (paymentHash: string): Key => ({
  pk: 'UNMATCHED',
  sk: partition(paymentHash),
})

/** Every payment that is listed as unmatched, in the order of their hashes. */
export const allUnmatched = () => readAll<UnmatchedPayment>({ pk: 'UNMATCHED' })

/** True if a text is a payment hash; nodes report no others. */
export const isPaymentHash = (text: string): boolean =>
  /^[0-9a-f]{64}$/.test(paymentHashOf(text))

/** Reads all records of a payment hash, in any case and padding; one query. */
export async function readPaymentHash(paymentHash: string) {
  const records = await readAll({ pk: partition(paymentHash) })
  const find = <T extends Item>(key: Key) =>
    records.find(({ sk }) => sk === key.sk) as T | undefined
  const outcome = find<HashSale | HashUse>(saleKey(paymentHash))
  return {
    sale: isUse(outcome) ? undefined : outcome,
    use: isUse(outcome) ? outcome : undefined,
    notification: find<HashNotification>(notificationKey(paymentHash)),
    invoice: find<HashInvoice>(invoiceKey(paymentHash)),
    fee: find<Item & HashFee>(feeKey(paymentHash)),
  }
}

/** True if a payment was used for something other than a sale. */
export const isUse = (outcome: HashSale | HashUse | undefined): outcome is HashUse =>
  outcome !== undefined && 'use' in outcome

/**
 * Commits writes that store a payment as received, and lists it as unmatched unless something
 * has become of it before.
 */
export async function transactReceived(
  writes: Writes,
  paymentHash: string,
  received: Received,
): Promise<void> {
  // A hash in another form is none of the node's, so its sale is not listed
  if (!isPaymentHash(paymentHash)) return transact(writes)
  try {
    await transact([
      ...writes,
      upsertUnmatched(paymentHash, received),
      conditionCheckAbsent(
        saleKey(paymentHash),
        (outcome) => new AlreadyMatched(outcome as HashSale | HashUse),
      ),
    ])
  } catch (error) {
    if (!(error instanceof AlreadyMatched)) throw error
    await transactMatched(writes, error.outcome)
  }
}

/** Takes a sale without a payment out of the day, unless a Z has counted it. */
async function transactMatched(writes: Writes, outcome: HashSale | HashUse) {
  const { unreceived } = isUse(outcome) ? {} : outcome
  if (!unreceived) return transact(writes)
  const { cents, lastZNumber } = unreceived
  try {
    await transact([
      ...writes,
      update(
        outcome,
        { remove: ['unreceived'], when: 'attribute_exists(#unreceived)' },
        versionConflict,
      ),
      upsertSameDay(
        { lastZNumber },
        { bitcoinWithoutPayment: { count: -1, cents: -cents } },
        versionConflict,
      ),
    ])
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error
    await transact(writes)
  }
}

/**
 * Lists a payment as unmatched, since the first notification; a repeated one without an amount
 * keeps the amount.
 */
export const upsertUnmatched = (
  paymentHash: string,
  { receivedAtMs, amountSat }: Received,
): Write =>
  upsert(unmatchedKey(paymentHash), {
    set: { paymentHash: paymentHashOf(paymentHash), amountSat },
    compute: [firstReceived],
    values: { receivedAtMs },
  })

/** A node repeats its notification: the payment came with the first one. */
const firstReceived = '#receivedAtMs = if_not_exists(#receivedAtMs, :receivedAtMs)'

class AlreadyMatched extends Error {
  readonly outcome: HashSale | HashUse
  constructor(outcome: HashSale | HashUse) {
    super('something has become of the payment')
    this.outcome = outcome
  }
}

/** Takes a payment off the unmatched ones. */
export const deleteUnmatched = (paymentHash: string): Write =>
  deleteIfPresent(unmatchedKey(paymentHash))

/** Stores the use of a payment. Fails with `usedFailure` if it was used before. */
export const insertUse = (paymentHash: string, use: Use): Write =>
  insert({ ...saleKey(paymentHash), ...use } satisfies HashUse, (current) =>
    usedFailure(current as HashSale | HashUse),
  )

const attachedTo = (orderId: string) => ({
  when: '#use = :attached AND #orderId = :order',
  values: { attached: 'attached', order: orderId },
})

/** Frees a payment that is attached to this bill. Fails with a version conflict. */
export const deleteAttached = (paymentHash: string, orderId: string): Write =>
  deleteItem(saleKey(paymentHash), attachedTo(orderId), versionConflict)

const inRefund = (refundId: string) => ({
  when: '#use = :refunding AND #refundId = :refund',
  values: { refunding: 'refunding', refund: refundId },
})

/** Keeps that a payment was given back. Fails with a version conflict. */
export const updateToRefunded = (paymentHash: string, refundId: string): Write =>
  update(
    saleKey(paymentHash),
    { set: { use: 'refunded' }, ...inRefund(refundId) },
    versionConflict,
  )

/** Frees a payment that was not given back after all. Fails with a version conflict. */
export const deleteRefunding = (paymentHash: string, refundId: string): Write =>
  deleteItem(saleKey(paymentHash), inRefund(refundId), versionConflict)

/** Makes the sale of a bill that of a payment attached to it. Fails with a version conflict. */
export const updateAttachedToSale = (
  { lightning }: PaymentRecord,
  ids: SaleIds,
  orderId: string,
): Write[] =>
  lightning?.paymentHash
    ? [
        replace(
          saleOfHash(lightning, lightning.paymentHash, ids),
          attachedTo(orderId),
          versionConflict,
        ),
      ]
    : []

/**
 * Stores that a signed notification reported the payment as received. A repeated
 * notification without an amount keeps the stored amount.
 */
export const upsertNotification = (
  paymentHash: string,
  {
    receivedAtMs,
    amountSat,
    shopRate,
  }: {
    receivedAtMs: number
    amountSat: number | null
    shopRate?: ShopRate | undefined
  },
): Write =>
  upsert(notificationKey(paymentHash), {
    set: { amountSat: amountSat ?? undefined },
    remove: ['expiresAt'],
    // The rate of the first one is the payment's, too
    compute: [
      firstReceived,
      ...(shopRate ? ['#shopRate = if_not_exists(#shopRate, :rate)'] : []),
    ],
    values: { receivedAtMs, ...(shopRate && { rate: shopRate }) },
  })

/** Inserts a notification, only if the payment has none. */
export const insertMissedNotification = (
  paymentHash: string,
  received: Received & Pick<HashNotification, 'shopRate'>,
): Write =>
  insert({ ...notificationKey(paymentHash), ...received } satisfies HashNotification)

/** Stores an invoice that was made here. */
export const putInvoice = (
  paymentHash: string,
  invoice: Omit<HashInvoice, keyof Key>,
): Write => put({ ...invoiceKey(paymentHash), ...invoice })

/** Stores the rates of a payment; an invoice with this hash keeps its other fields. */
export const upsertRates = (paymentHash: string, rates: Rates): Write =>
  upsert(invoiceKey(paymentHash), { set: rates })

type OfHashSale = {
  readonly cartDigest?: string | undefined
  /** Payment hashes without a payment on record, with the cents that they were sold for. */
  readonly unreceived?: ReadonlyMap<string, number>
  readonly lastZNumber?: number | null
}

/**
 * Makes a sale the only one of its payment hashes; none is written without a hash. It comes
 * first in a transaction, because the first condition that fails decides the error.
 */
export const insertSaleOfHashes = (
  payments: readonly PaymentRecord[],
  ids: SaleIds,
  { cartDigest, unreceived, lastZNumber = null }: OfHashSale = {},
): Write[] =>
  byHash(payments).map(({ lightning, paymentHash }) => {
    const cents = unreceived?.get(paymentHash)
    const sale = {
      ...saleOfHash(lightning, paymentHash, ids),
      ...(cartDigest && { cartDigest }),
      ...(cents !== undefined && { unreceived: { cents, lastZNumber } }),
    }
    return insert(sale, (current) => soldFailure(current as HashSale | HashUse))
  })

/** The payments by Lightning that name their payment hash. */
const byHash = (payments: readonly PaymentRecord[]) =>
  payments.flatMap(({ lightning }) =>
    lightning?.paymentHash ? [{ lightning, paymentHash: lightning.paymentHash }] : [],
  )

const saleOfHash = (rates: Rates, paymentHash: string, ids: SaleIds): HashSale => ({
  ...saleKey(paymentHash),
  ...saleIdsOf(ids),
  rates: pickRates(rates),
})

/**
 * Adds the writes that take a sale's payments off the unmatched ones. A payment without
 * any record fails them with NowReceived if it is reported by then. A full transaction
 * goes without them: the list leaves sold payments out, and takes them off.
 */
export function withoutUnmatched(
  payments: readonly PaymentRecord[],
  writes: Writes,
  unreceived: ReadonlyMap<string, number>,
): Writes {
  const ofPayments = byHash(payments).map(({ paymentHash }) =>
    unreceived.has(paymentHash)
      ? conditionCheckAbsent(notificationKey(paymentHash), () => new NowReceived())
      : deleteUnmatched(paymentHash),
  )
  // Besides these, the response may be stored, and an approval be used up
  const hasRoom = needed(writes).length + ofPayments.length + 2 <= maxActions
  return hasRoom ? [...writes, ...ofPayments] : writes
}

/** A payment was reported that had no record when it was read. */
export class NowReceived extends Error {}

const soldFailure = (outcome: HashSale | HashUse): Error =>
  isUse(outcome) ? new Failure('paymentAlreadySold') : new AlreadySold(outcome)

/** Returns the failure of a used payment, by its use. */
export const usedFailure = (outcome: HashSale | HashUse): Failure =>
  new Failure(isUse(outcome) ? failureOf[outcome.use] : 'paymentAlreadySold')

const failureOf = {
  attached: 'paymentAttached',
  dismissed: 'paymentDismissed',
  refunding: 'paymentRefunded',
  refunded: 'paymentRefunded',
} as const

/**
 * Finds the sale of a payment hash that made this one fail: another request wrote it, or
 * took something that this one needed after that was read. It can also be this request's
 * own sale, when the table's replies were lost.
 */
export async function findEarlierSale(
  error: unknown,
  hashes: readonly string[],
): Promise<HashSale | undefined> {
  if (error instanceof AlreadySold) return error.sale
  if (hashes.length === 0 || !(error instanceof Failure)) return undefined
  const outcomes = await readMany<(HashSale | HashUse)[]>(hashes.map(saleKey))
  return outcomes.find((outcome) => outcome !== undefined && !isUse(outcome)) as
    | HashSale
    | undefined
}

/** The payment hash has a sale already. */
class AlreadySold extends Error {
  readonly sale: HashSale

  constructor(sale: HashSale) {
    super('the payment hash already has a sale')
    this.sale = sale
  }
}

/** Data of a payment in the shop's records, beside the node's. */
type KnownPayment = Partial<Rates> & {
  /** Its sale was refunded, whole. */
  readonly refunded?: true
}

/**
 * Reads the rates of payments, by payment hash: that of the sale's payment if it has a
 * rate, else the one stored with the invoice; and whether the sale was refunded. Unknown
 * hashes are missing.
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
    const outcome = records[2 * at] as HashSale | HashUse | undefined
    const sale = isUse(outcome) ? undefined : outcome
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
