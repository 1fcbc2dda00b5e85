import * as z from 'zod'
import { sameSecret } from '../constant-time.ts'
import { settings } from '../deployment/settings.ts'
import * as rateLimit from '../staff/login-rate-limit.ts'

const Coded = z
  .object({ setupCode: z.string().trim().catch('') })
  .catch({ setupCode: '' })

/**
 * Requires the deployment's setup code, if it has one, in the field `setupCode` of a body.
 * It comes before every other check of the first setup, so that strangers learn nothing.
 * Throws `invalidCredentials` without the code, and `tooManyAttempts` for an address with
 * too many wrong ones.
 */
export async function requireSetupCode(bytes: () => Buffer, ip: string): Promise<void> {
  const code = settings.setupCode()
  if (!code) return
  // By address only: a count for all would let strangers hold up the first setup.
  await rateLimit.withRateLimit({ ip }, async (attempt) => {
    if (!sameSecret(codeIn(bytes()), code)) throw await rateLimit.recordFailure(attempt)
    await rateLimit.clearFailures(attempt)
  })
}

function codeIn(bytes: Buffer): string {
  try {
    return Coded.parse(JSON.parse(bytes.toString('utf8'))).setupCode
  } catch {
    return ''
  }
}
