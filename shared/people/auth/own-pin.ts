import { Failure } from '../../failure.ts'
import { read } from '../../platform/dynamodb/read.ts'
import * as limit from '../staff/login-rate-limit.ts'
import { matchPin } from '../staff/pins.ts'
import { sessionSeconds } from '../staff/session.ts'
import { type Session, sessionKey } from '../staff/sessions.ts'
import { findUser, rehashPin } from '../staff/users.ts'
import { type Caller, verifyDevice } from './tokens.ts'

/**
 * Requires a PIN that a request carries to be its caller's; requests without one pass. The
 * login rate limit counts it. Throws `invalidPin`, or the refusal that it is given, `tooManyAttempts`, `conflict`, and
 * `unauthenticated` when the caller was deleted.
 */
export async function requireOwnPin(
  pin: string | null | undefined,
  { userId }: Caller,
  { ip, cookies }: { readonly ip: string; readonly cookies: ReadonlyMap<string, string> },
  refusal: 'invalidPin' | 'invalidCredentials' = 'invalidPin',
): Promise<void> {
  if (pin === null || pin === undefined) return
  const [user, device] = await Promise.all([
    findUser(userId),
    verifyDevice(cookies.get('device')),
  ])
  if (!user) throw new Failure('unauthenticated')
  const attempt = { ip, name: user.name, userId, device }
  await limit.withRateLimit(attempt, async (counted) => {
    const match = await matchPin(pin, user.pin)
    if (!match) throw await limit.recordFailure(counted, refusal)
    await Promise.all([
      limit.clearFailures(counted),
      match.rehashed && rehashPin(user, match.rehashed),
    ])
  })
}

/** Time after a login for which its PIN counts as just given. */
const youngMs = 5 * 60_000

/**
 * Requires that the caller has logged in just now: else a stranger at an open session
 * could change its user's PIN. Throws `invalidPin`.
 */
export async function requireYoungSession(
  { sessionId }: Caller,
  nowMs: number,
): Promise<void> {
  const session = await read<Session>(sessionKey(sessionId))
  const beganMs = ((session?.expiresAt ?? 0) - sessionSeconds) * 1000
  if (nowMs - beganMs > youngMs) throw new Failure('invalidPin')
}
