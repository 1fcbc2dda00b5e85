import { Failure } from '../failure.ts'
import { readMany } from '../table/read.ts'
import { findRole, type Role, roleKey } from '../table/roles.ts'
import { userOfSession } from '../table/sessions.ts'
import { type User, userKey } from '../table/users.ts'
import { permissionsOf } from './permissions.ts'
import { type Caller, verifyRefresh } from './tokens.ts'

/** A caller's user and role as they are at this moment. */
export type Live = { readonly user: User; readonly role: Role | undefined }

/** Reads user and role anew; undefined when the user is gone. */
export async function liveUser(caller: Caller): Promise<Live | undefined> {
  const [user, likely] = (await readMany([
    userKey(caller.userId),
    ...(caller.roleId === null ? [] : [roleKey(caller.roleId)]),
  ])) as [User | undefined, Role | undefined]
  if (!user) return undefined
  const role = user.roleId === caller.roleId ? likely : await findRole(user.roleId)
  return { user, role }
}

/**
 * The live user behind a caller who must be an administrator now.
 * Throws `unauthenticated` when the user is gone, `adminRequired` otherwise.
 */
export async function liveAdministrator(caller: Caller): Promise<Live> {
  const live = await liveUser(caller)
  if (!live) throw new Failure('unauthenticated')
  if (!live.role?.isAdmin) throw new Failure('adminRequired')
  return live
}

/** The caller that a live session's refresh token stands for, with what the role holds now. */
export async function callerOfSession(
  refreshToken: string | undefined,
  nowMs: number,
): Promise<Caller | undefined> {
  const claims = await verifyRefresh(refreshToken)
  if (!claims || !refreshToken) return undefined
  const user = await userOfSession(claims.sid, claims.sub, refreshToken, nowMs)
  if (!user) return undefined
  return callerFor(user, await findRole(user.roleId), claims.sid)
}

/** What an access token says about a user with this role. */
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
