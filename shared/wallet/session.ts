import { type Caller, signWallet, verifyWallet } from '../auth/tokens.ts'
import { settings } from '../deployment/settings.ts'
import type { RequestFacts } from '../http/call.ts'
import { requireLiveAdministrator } from '../staff/live-user.ts'
import * as limit from '../staff/login-rate-limit.ts'
import { pinMatches } from '../staff/pins.ts'
import { closeWalletSession, createWalletSession } from '../staff/sessions.ts'

/**
 * Opens a wallet session with the password of the caller's role. Wrong ones count like
 * failed logins; a right one takes away the wrong ones of this user, and no failed login.
 * Throws `invalidCredentials`, `tooManyAttempts`, `conflict`.
 */
export async function openWallet(
  body: () => { password: string },
  caller: Caller,
  { ip }: RequestFacts,
) {
  const { password } = await limit.bodyUnlessBlocked(body, ip)
  const guess = { ip, target: `wallet password of ${caller.userId}` }
  const reading = () => requireLiveAdministrator(caller)
  return limit.withRateLimit(guess, reading, async (attempt, { user, role }) => {
    const matches = await pinMatches(password, role?.password ?? null)
    // The empty password never opens the wallet, whatever a role came to hold
    if (!matches || password === '') throw await limit.recordFailure(attempt)

    const { userId, sessionId } = caller
    // Tokens count whole seconds: the announced end is not after the real one
    const expiresAtMs =
      Math.floor(Date.now() / 1000) * 1000 + settings.walletTokenSeconds() * 1000
    const [walletSessionId] = await Promise.all([
      createWalletSession(user, sessionId, expiresAtMs),
      limit.clearFailures(attempt),
    ])
    return { token: await signWallet(userId, sessionId, walletSessionId), expiresAtMs }
  })
}

/** Ends the wallet session of this token, if it is one of the caller's. */
export async function closeWallet(token: string | undefined, { sessionId }: Caller) {
  const claims = await verifyWallet(token)
  if (claims?.sid === sessionId) await closeWalletSession(sessionId, claims.wid)
}
