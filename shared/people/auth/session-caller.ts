import { permissionsOf } from '../staff/permissions.ts'
import { findRole, type Role } from '../staff/roles.ts'
import { userOfSession } from '../staff/sessions.ts'
import type { User } from '../staff/users.ts'
import { findTill } from '../tills/till-records.ts'
import { type Caller, verifyRefresh } from './tokens.ts'

/** The caller behind the refresh token of a live session, with the role's rights of now. */
export async function callerOfSession(
  refreshToken: string | undefined,
  nowMs: number,
): Promise<Caller | undefined> {
  const claims = await verifyRefresh(refreshToken)
  if (!claims || !refreshToken) return undefined
  const found = await userOfSession(claims.sid, claims.sub, refreshToken, nowMs)
  if (!found) return undefined
  const { user, tillId } = found
  const till = tillId === undefined ? undefined : await findTill(tillId)
  if (till?.revokedAtMs !== undefined) return undefined
  return callerFor(user, await findRole(user.roleId), claims.sid)
}

/** Returns the claims of an access token for a user with this role. */
export const callerFor = (
  user: User,
  role: Role | undefined,
  sessionId: string,
): Caller => ({
  userId: user.id,
  roleId: role?.id ?? null,
  isAdmin: role?.isAdmin ?? false,
  sessionId,
  permissions: permissionsOf(role),
})
