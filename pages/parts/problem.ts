import { PosError } from '../../shared/client/pos-error.ts'

/**
 * Reasons of a failed call: the session is over, the permission is missing, the shop does
 * not answer, or something else.
 */
export type Problem = 'session-over' | 'denied' | 'unreachable' | 'failed'

export function problemOf(error: unknown): Problem {
  if (error instanceof DOMException && error.name === 'TimeoutError') return 'unreachable'
  if (!(error instanceof PosError)) return 'failed'
  if (error.status === 0) return 'unreachable'
  if (error.code === 'unauthenticated' || error.code === 'invalid_token')
    return 'session-over'
  return error.status === 403 ? 'denied' : 'failed'
}
