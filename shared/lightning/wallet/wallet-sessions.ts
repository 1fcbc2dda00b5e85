import { required } from '../../failure.ts'
import {
  type Caller,
  signWallet,
  verifyDevice,
  verifyWallet,
} from '../../people/auth/tokens.ts'
import { privilegesOf, requireLiveAdministrator } from '../../people/staff/live-user.ts'
import * as limit from '../../people/staff/login-rate-limit.ts'
import { hashPin, matchPin } from '../../people/staff/pins.ts'
import { changePassword, type Role, rehashPassword } from '../../people/staff/roles.ts'
import { closeWalletSession, createWalletSession } from '../../people/staff/sessions.ts'
import { settings } from '../../platform/deployment/settings.ts'

/**
 * Opens a wallet session with the password of the caller's role. Serves POST /wallet/auth.
 * The login rate limit counts a wrong password like a wrong PIN of the caller. Throws `invalidCredentials`,
 * `tooManyAttempts`, `conflict`.
 */
export async function openWallet(
  body: () => { password: string },
  caller: Caller,
  { ip, cookies }: { readonly ip: string; readonly cookies: ReadonlyMap<string, string> },
) {
  const { password } = await limit.bodyUnlessBlocked(body, ip)
  const { user, role } = await requireLiveAdministrator(caller)
  const device = await verifyDevice(cookies.get('device'))
  const opening = { ip, name: user.name, userId: user.id, device }
  return limit.withRateLimit(opening, async (attempt) => {
    const match = await matchPassword(password, role, attempt)
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

/** The match of a role's password. Throws `invalidCredentials`. */
async function matchPassword(
  password: string,
  role: Role | undefined,
  attempt: limit.CountedAttempt,
) {
  const match = await matchPin(password, role?.password ?? null)
  // The empty password never opens the wallet, whatever a role came to hold
  if (!role || !match || password === '') throw await limit.recordFailure(attempt)
  return match
}

/**
 * Changes the password of the caller's role, for POST /wallet/password. A wrong current one counts
 * as in `openWallet`. Throws `invalidCredentials`, `tooManyAttempts`, `conflict`.
 */
export async function changeWalletPassword(
  { currentPassword, newPassword }: { currentPassword: string; newPassword: string },
  caller: Caller,
  { ip, cookies }: { readonly ip: string; readonly cookies: ReadonlyMap<string, string> },
): Promise<void> {
  const { user, role } = await requireLiveAdministrator(caller)
  const device = await verifyDevice(cookies.get('device'))
  const attempted = { ip, name: user.name, userId: user.id, device }
  await limit.withRateLimit(attempted, async (attempt) => {
    await matchPassword(currentPassword, role, attempt)
    const by = privilegesOf(caller)
    const password = await hashPin(newPassword, required(role).name)
    await changePassword(required(role), password, by)
    await limit.clearFailures(attempt)
  })
}

/** Ends the caller's wallet session that the token names. Serves POST /wallet/logout. */
export async function closeWallet(token: string | undefined, { sessionId }: Caller) {
  const claims = await verifyWallet(token)
  if (claims?.sid === sessionId) await closeWalletSession(sessionId, claims.wid)
}
