import { Failure } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { sortableMs } from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { centsOfSatoshis } from '../../platform/money/fiat.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { upsertDay } from './day-record.ts'
import { sentOnRecord } from './paid-satoshis.ts'
import {
  deleteUnmatched,
  type HashInvoice,
  type HashNotification,
  insertUse,
  invoiceKey,
  isPaymentHash,
  notificationKey,
  readPaymentHash,
  type UnmatchedPayment,
  usedFailure,
} from './payment-hashes.ts'
import { paymentSubject } from './payment-owner.ts'
import type { Priced } from './payment-worth.ts'
import { readUnmatched } from './unmatched-list.ts'

/** The currency in which a shop counts, with the smallest amount that it pays. */
export type CountedIn = { readonly currency: string; readonly smallestCents: number }

/**
 * Lists the open unmatched payments, newest first. Reads every unmatched payment, and the
 * invoices of the listed ones.
 */
export async function unmatchedPayments(counted: CountedIn, nowMs: number, page?: Page) {
  const all = await readUnmatched(nowMs)
  const rows = all
    .map((payment) => ({ payment, place: placeOf(payment) }))
    .filter(({ place }) => page?.after === undefined || place < page.after)
    .sort((a, b) => (a.place < b.place ? 1 : -1))
  const taken = page ? page.take(rows, ({ place }) => place) : rows
  const records = await readMany(
    taken.flatMap(({ payment: { paymentHash } }) => [
      invoiceKey(paymentHash),
      notificationKey(paymentHash),
    ]),
  )
  return taken.map(({ payment }, at) =>
    listed(
      payment,
      {
        invoice: records[2 * at] as HashInvoice | undefined,
        notification: records[2 * at + 1] as HashNotification | undefined,
      },
      counted,
    ),
  )
}

/** Newest first is the reverse order of these. */
const placeOf = ({ receivedAtMs, paymentHash }: UnmatchedPayment) =>
  `${sortableMs(receivedAtMs)}#${paymentHash}`

function listed(
  { paymentHash, receivedAtMs, amountSat }: UnmatchedPayment,
  known: Priced,
  counted: CountedIn,
) {
  const { payCodeId, quoteId, comment } = known.invoice ?? {}
  return {
    paymentHash,
    amountSat: amountSat ?? null,
    receivedAt: isoSeconds(receivedAtMs),
    ...worthOf(known, counted),
    payCodeId,
    quoteId,
    comment,
  }
}

/** A received payment that was not used. */
export type UnsoldPayment = Awaited<ReturnType<typeof requireUnsold>>

/**
 * Reads an unused payment. Throws `paymentNotFound` for one that was not received, and
 * `usedFailure`.
 */
export async function requireUnsold(paymentHash: string) {
  const known = await requireReceived(paymentHash)
  const outcome = known.sale ?? known.use
  if (outcome) throw usedFailure(outcome)
  return known
}

/** Reads a payment that was received. Throws `paymentNotFound`. */
export async function requireReceived(paymentHash: string) {
  const known = isPaymentHash(paymentHash)
    ? await readPaymentHash(paymentHash)
    : undefined
  if (!known?.notification) throw new Failure('paymentNotFound')
  return { ...known, notification: known.notification, paymentHash }
}

/**
 * Returns a payment's worth in the shop's currency, by the rate that was kept with it;
 * undefined without one. A paid invoice of a fixed amount counts in full: the node
 * received less by its fee. Its worth is the amount that it was made for, if known,
 * because its satoshis were rounded up.
 */
export function worthOf(
  { invoice, notification }: Priced,
  { currency, smallestCents }: CountedIn,
): { cents: number; rate: number } | undefined {
  const satoshis = sentOnRecord({ invoice, notification }) ?? 0
  const rate = [invoice?.shopRate, notification?.shopRate].find(
    (each) => each?.currency === currency && each.rate > 0,
  )?.rate
  if (!rate || satoshis === 0) return undefined
  const isAsAsked =
    invoice?.shopRate?.currency === currency && satoshis === invoice.amountSat
  const cents =
    (isAsAsked ? invoice.dueCents : undefined) ??
    centsOfSatoshis(satoshis, rate, smallestCents)
  return Number.isSafeInteger(cents) ? { cents, rate } : undefined
}

/**
 * Takes a payment off the unmatched ones for a reason that the audit trail keeps. Throws
 * `paymentNotFound` and `usedFailure`.
 */
export async function dismissPayment(paymentHash: string, reason: string): Promise<void> {
  const sentSat = sentOnRecord(await requireUnsold(paymentHash))
  await transact([
    insertUse(paymentHash, { use: 'dismissed', reason }),
    deleteUnmatched(paymentHash),
    insertPaymentAudit(paymentHash, { dismissed: reason, amountSat: sentSat ?? null }),
    upsertDay({ unsoldDismissedSat: sentSat ?? 0 }),
  ])
}

/** Logs the use of a payment. */
export const insertPaymentAudit = (
  paymentHash: string,
  after: Readonly<Record<string, unknown>>,
) => insertAuditEntry({ kind: 'payment', subject: paymentSubject(paymentHash), after })
