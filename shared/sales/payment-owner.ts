import { insertAuditEntry } from '../audit/audit-trail.ts'
import { transact } from '../dynamodb/transact.ts'
import { codeOf, Failure } from '../failure.ts'
import type { HashSale, PaymentHashState } from './payment-hashes.ts'

/** Who sells, as the access token says it. */
export type Seller = { readonly userId: string; readonly isAdmin: boolean }

/**
 * Refuses a payment that another user's invoice asked for: every account sees the hashes of
 * all payments. One whose invoice an administrator made, or nobody here, is for administrators;
 * a hash of which nothing is known here is anybody's. Throws `paymentOfAnotherUser`.
 */
export async function requireOwnPayment(
  paymentHash: string,
  { invoice, notification }: PaymentHashState,
  seller: Seller,
): Promise<void> {
  if (!invoice && !notification) return
  const { madeBy, isByAdmin = true } = invoice ?? {}
  if (madeBy === seller.userId || (isByAdmin && seller.isAdmin)) return
  const details = { madeBy: madeBy ?? null }
  throw await refusedPayment('paymentOfAnotherUser', paymentHash, seller, details)
}

/** Throws `paymentAlreadySold` unless a request asks for what its payment has bought already. */
export async function requireRepetition(
  paymentHash: string,
  { orderId }: HashSale,
  isRepetition: boolean,
  seller: Seller,
): Promise<void> {
  if (isRepetition) return
  throw await refusedPayment('paymentAlreadySold', paymentHash, seller, { orderId })
}

/** Enters the refusal in the audit trail, in a separate transaction. */
async function refusedPayment(
  kind: 'paymentOfAnotherUser' | 'paymentAlreadySold',
  paymentHash: string,
  { userId }: Seller,
  details: Readonly<Record<string, string | null>>,
): Promise<Failure> {
  const entry = insertAuditEntry({
    kind: 'payment',
    userId,
    subject: paymentSubject(paymentHash),
    after: { refused: codeOf(kind), ...details },
  })
  await transact([entry])
  return new Failure(kind)
}

/** A payment as the audit trail names it; clients may send a text of any length. */
export const paymentSubject = (paymentHash: string) => ({
  id: paymentHash.slice(0, 128).toWellFormed(),
  name: null,
})
