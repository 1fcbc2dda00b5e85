import { PosError } from '../../../../shared/client/pos-error.ts'

/** Failures with which the node, or the shop that asked it, says that nothing was sent. */
const refused = new Set([
  'insufficient_funds',
  'invalid_address',
  'invalid_invoice',
  'invalid_request',
  'invoice_already_paid',
  'invoice_expired',
  'payment_failed',
  'recipient_rejected_payment',
])

/** Failures of a request whose key nobody has looked up: an earlier attempt may have been served. */
const refusedAtDoor = new Set([
  'admin_required',
  'body_too_large',
  'invalid',
  'malformed_idempotency_key',
  'permission_required',
  'too_many_attempts',
  'unauthenticated',
  'wallet_required',
  'wallet_session_expired',
])

/** The API's message where the node never had the payment. */
const neverSent = 'Lightning node is unavailable'

/**
 * True if the payment may have been made, or may yet be; `wasUndecided` says that it may have been
 * before this answer.
 */
export function isUndecided(error: unknown, wasUndecided: boolean): boolean {
  if (!(error instanceof PosError)) return true
  const { code, body, wasLost } = error
  if (refused.has(code)) return false
  const message = (body as { readonly message?: unknown } | undefined)?.message
  const isOutside =
    refusedAtDoor.has(code) || (code === 'node_unavailable' && message === neverSent)
  return wasUndecided || wasLost || !isOutside
}
