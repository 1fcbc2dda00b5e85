import { PosError } from '../../shared/client/pos-error.ts'
import { problemOf } from './problem.ts'
import type { PartTexts } from './texts/en.ts'

/** Explains a failed login in plain words. */
export function loginTrouble(error: unknown, texts: PartTexts): string {
  if (problemOf(error) === 'unreachable') return texts.loginUnreachable
  if (!(error instanceof PosError)) return texts.loginFailed
  switch (error.code) {
    case 'invalid_credentials':
      return texts.wrongCredentials
    case 'role_missing':
      return texts.noRole
    case 'permission_required':
      return texts.noPermissions
    case 'too_many_attempts':
      return texts.tooManyAttempts(Math.ceil((error.retryAfterSeconds ?? 60) / 60))
    default:
      return texts.loginFailed
  }
}
