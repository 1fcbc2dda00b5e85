import { PosError } from '../../shared/client/pos-error.ts'

/**
 * True if the shop has refused a sale or a refund for good. Silence, a busy shop, a session
 * that is over and earlier sales that must come first decide nothing; neither does a missing right of a user other than its maker.
 */
export const isRefusal = (error: unknown, isByMaker = true): error is PosError =>
  error instanceof PosError &&
  [400, 402, 403, 404, 409, 410, 422].includes(error.status) &&
  !undecided.has(error.code) &&
  (isByMaker || error.status !== 403)

const undecided = new Set([
  'hand_in_first',
  'request_in_progress',
  'refund_in_progress',
  'conflict',
  // The request that has the key may have been served
  'idempotency_key_reused',
  'checkout_try_again',
  'shop_suspended',
])
