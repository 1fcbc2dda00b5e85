import { randomUUID } from 'node:crypto'
import { Failure } from '../../failure.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { withUser } from '../staff/known-devices.ts'
import * as rateLimit from '../staff/login-rate-limit.ts'
import { permissionList } from '../staff/permissions.ts'
import { type Role, roleKey } from '../staff/roles.ts'
import type { Credentials } from '../staff/session.ts'
import { createSession } from '../staff/sessions.ts'
import type { UserNameGuard } from '../staff/user-name-guard.ts'
import { rehashPin, type User, userKey } from '../staff/users.ts'
import { noteTillLogin } from '../tills/till-people.ts'
import { callerFor } from './session-caller.ts'
import {
  signAccess,
  signDevice,
  signRefresh,
  verifyAccess,
  verifyDevice,
} from './tokens.ts'

/**
 * Opens a session for a name and PIN, for POST /auth/login. It takes four round trips:
 * the rate limit's records and the user's name; the counted attempt; user and role; the
 * session; two more where somebody else is logged in. During a rotation of the PIN key, the PIN's new
 * hash is stored beside the session, and so is the device at a till.
 * Throws `invalidCredentials`, `roleMissing`, `permissionRequired`, `tooManyAttempts`, `conflict`.
 */
export async function login(
  credentials: () => Credentials,
  { ip, nowMs, cookies, ...where }: LoginFacts,
) {
  const { name, pin } = await rateLimit.bodyUnlessBlocked(credentials, ip)
  const [device, current] = await Promise.all([
    verifyDevice(cookies.get('device')),
    verifyAccess(cookies.get('accessToken')),
  ])
  const loggedInId = current?.userId
  return rateLimit.withRateLimit({ ip, name, device, loggedInId }, async (attempt) => {
    const { user, role } = await readUserAndRole(attempt.guard)
    const match = await rateLimit.matchUserPin(pin, user, attempt)
    if (!match || !user) throw await rateLimit.recordFailure(attempt)

    if (!role) throw new Failure('roleMissing')
    const perms = permissionList(role)
    if (perms.length === 0) throw new Failure('permissionRequired')
    const sessionId = randomUUID()
    const loggedIn = withUser(attempt.device, user.id)
    const [accessToken, refreshToken, ofDevice] = await Promise.all([
      signAccess(callerFor(user, role, sessionId)),
      signRefresh(user.id, sessionId),
      signDevice(loggedIn),
    ])
    await Promise.all([
      createSession(sessionId, user, refreshToken, nowMs, where),
      rateLimit.clearFailures(attempt, loggedIn.id),
      match.rehashed && rehashPin(user, match.rehashed),
      where.tillId && noteTillLogin(where.tillId, user.id, loggedIn.id),
    ])
    const failedSince = rateLimit.failedSince(attempt)
    const tokens = { accessToken, refreshToken, deviceCookie: ofDevice }
    return { user, role, perms, failedSince, ...tokens }
  })
}

type LoginFacts = {
  readonly ip: string
  readonly nowMs: number
  readonly cookies: ReadonlyMap<string, string>
  /** The till where it is opened, if any. */
  readonly tillId?: string
  /** The User-Agent of the browser or program. */
  readonly userAgent?: string
}

/** Reads as many records for an unknown name: the time must not show which names exist. */
async function readUserAndRole(guard: UserNameGuard | undefined) {
  const [user, role] = (await readMany([
    userKey(guard?.userId ?? ''),
    roleKey(guard?.roleId ?? ''),
  ])) as [User | undefined, Role | undefined]
  return { user, role }
}
