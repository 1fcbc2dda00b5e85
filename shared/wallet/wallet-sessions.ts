import { type Caller, signWallet, verifyWallet } from '../auth/tokens.ts'
import { settings } from '../deployment/settings.ts'
import type { RequestFacts } from '../http/call.ts'
import { requireLiveAdministrator } from '../staff/live-user.ts'
import * as limit from '../staff/login-rate-limit.ts'
import { matchPin } from '../staff/pins.ts'
import { rehashPassword } from '../staff/roles.ts'
import { closeWalletSession, createWalletSession } from '../staff/sessions.ts'

/**
 * Opens a wallet session with the password of the caller's role. Serves POST /wallet/auth.
 * The login rate limit counts a wrong password like a failed login. A right one clears the
 * caller's wrong wallet passwords, but no failed logins. Throws `invalidCredentials`,
 * `tooManyAttempts`, `conflict`.
 */
export async function openWallet(
  body: () => { password: string },
  caller: Caller,
  { ip }: RequestFacts,
) {
  const { password } = await limit.bodyUnlessBlocked(body, ip)
  // Only who has the user's token comes so far: the network's bucket is for strangers.
  const buckets = ['target'] as const
  const opening = { ip, target: `wallet password of ${caller.userId}`, buckets }
  const reading = () => requireLiveAdministrator(caller)
  return limit.withRateLimit(opening, reading, async (attempt, { user, role }) => {
    const match = await matchPin(password, role?.password ?? null)
    // The empty password never opens the wallet, whatever a role came to hold
    if (!match || password === '') throw await limit.recordFailure(attempt)

    const { userId, sessionId } = caller
    // A token expires at a whole second; the client must not be given a later time
    const expiresAtMs =
      Math.floor(Date.now() / 1000) * 1000 + settings.walletTokenSeconds() * 1000
    const [walletSessionId] = await Promise.all([
      createWalletSession(user, sessionId, expiresAtMs),
      limit.clearFailures(attempt),
      role && match.rehashed && rehashPassword(role, match.rehashed),
    ])
    return { token: await signWallet(userId, sessionId, walletSessionId), expiresAtMs }
  })
}

/** Ends the caller's wallet session that the token names. Serves POST /wallet/logout. */
export async function closeWallet(token: string | undefined, { sessionId }: Caller) {
  const claims = await verifyWallet(token)
  if (claims?.sid === sessionId) await closeWalletSession(sessionId, claims.wid)
}
