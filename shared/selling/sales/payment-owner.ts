import { codeOf, Failure } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { withoutCarried } from '../../platform/dynamodb/committed-with.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import type { HashSale, PaymentHashState } from './payment-hashes.ts'

/** Seller, by the access token or the API key. */
export type Seller = {
  /** The maker's for an API key. */
  readonly userId: string
  readonly isAdmin: boolean
  /** An API key is neither its maker nor another key of theirs. */
  readonly apiKeyId?: string | undefined
}

/** Returns the maker of an invoice, as its record keeps it. */
export const makerOf = ({ userId, isAdmin, apiKeyId }: Seller) => ({
  madeBy: userId,
  isByAdmin: isAdmin,
  madeByKey: apiKeyId ?? null,
})

/**
 * Refuses a payment that was used otherwise, or that another user's invoice asked for:
 * every account sees the hashes of all payments. A payment whose invoice an administrator
 * made, or nobody here, is for administrators; one of an API key is for that key and for
 * administrators; an unknown hash is anybody's. An invoice of an earlier release does not
 * say whether its maker used a key: it is the maker's and all their keys'. A payment for
 * a quote or to a pay code is sold as that alone. Throws `paymentAlreadySold`,
 * `paymentBelongsToAQuote`, `paymentBelongsToAPayCode`, `paymentOfAnotherUser`.
 */
export async function requireOwnPayment(
  paymentHash: string,
  { use, invoice, notification }: PaymentHashState,
  seller: Seller,
): Promise<void> {
  if (!use && !invoice && !notification) return
  const refused = (kind: RefusedPayment, details: Details) =>
    refusedPayment(kind, paymentHash, seller, details)
  if (use) throw await refused('paymentAlreadySold', { use: use.use })
  const { quoteId, payCodeId } = invoice ?? {}
  if (quoteId !== undefined) throw await refused('paymentBelongsToAQuote', { quoteId })
  if (payCodeId !== undefined)
    throw await refused('paymentBelongsToAPayCode', { payCodeId })
  const { madeBy, madeByKey, isByAdmin = true } = invoice ?? {}
  const { userId, apiKeyId = null } = seller
  const isOwn = madeBy === userId && (madeByKey === undefined || madeByKey === apiKeyId)
  const isForAdmins = isByAdmin || typeof madeByKey === 'string'
  if (isOwn || (isForAdmins && seller.isAdmin)) return
  throw await refused('paymentOfAnotherUser', { madeBy: madeByKey ?? madeBy ?? null })
}

/**
 * Throws `paymentAlreadySold` unless a request asks for the sale that its payment has
 * already paid.
 */
export async function requireRepetition(
  paymentHash: string,
  { orderId }: HashSale,
  isRepetition: boolean,
  seller: Seller,
): Promise<void> {
  if (isRepetition) return
  throw await refusedPayment('paymentAlreadySold', paymentHash, seller, { orderId })
}

type RefusedPayment =
  | 'paymentOfAnotherUser'
  | 'paymentAlreadySold'
  | 'paymentBelongsToAQuote'
  | 'paymentBelongsToAPayCode'

type Details = Readonly<Record<string, string | null>>

/** Enters the refusal in the audit trail, in a separate transaction. */
async function refusedPayment(
  kind: RefusedPayment,
  paymentHash: string,
  { userId }: Seller,
  details: Details,
): Promise<Failure> {
  const entry = insertAuditEntry({
    kind: 'payment',
    userId,
    // The refused request uses no approval up
    approvedBy: null,
    subject: paymentSubject(paymentHash),
    after: { refused: codeOf(kind), ...details },
  })
  await withoutCarried(() => transact([entry]))
  return new Failure(kind)
}

/** A payment as the audit trail names it; clients may send a text of any length. */
export const paymentSubject = (paymentHash: string) => ({
  id: paymentHash.slice(0, 128).toWellFormed(),
  name: null,
})
