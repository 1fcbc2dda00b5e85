import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { holds, type PermissionName, permissionsOf } from './permissions.ts'
import { findRole, type Role, roleKey } from './roles.ts'
import { type User, userKey } from './users.ts'

/** The ids in a caller's token. */
export type CallerIds = { readonly userId: string; readonly roleId: string | null }

/** A caller's user and role as they are now, whatever the token says. */
export type LiveUser = { readonly user: User; readonly role: Role | undefined }

/**
 * Reads user and role, in one round trip unless the role changed since the token was
 * signed. Undefined when the user was deleted.
 */
export async function findLiveUser(caller: CallerIds): Promise<LiveUser | undefined> {
  const [user, tokenRole] = (await readMany([
    userKey(caller.userId),
    ...(caller.roleId === null ? [] : [roleKey(caller.roleId)]),
  ])) as [User | undefined, Role | undefined]
  if (!user) return undefined
  const role = user.roleId === caller.roleId ? tokenRole : await findRole(user.roleId)
  return { user, role }
}

/**
 * The user and role of a caller who must be an administrator now. Throws `unauthenticated`
 * when the user was deleted, `adminRequired` when the user is no administrator.
 */
export async function requireLiveAdministrator(caller: CallerIds): Promise<LiveUser> {
  const live = await findLiveUser(caller)
  if (!live) throw new Failure('unauthenticated')
  if (!live.role?.isAdmin) throw new Failure('adminRequired')
  return live
}

/**
 * The user and role of a caller who must hold a permission now. Throws `unauthenticated` when the
 * user was deleted, `permissionRequired`.
 */
export async function requireLivePermission(
  caller: CallerIds,
  name: PermissionName,
): Promise<LiveUser> {
  const live = await findLiveUser(caller)
  if (!live) throw new Failure('unauthenticated')
  if (!holds(permissionsOf(live.role), name)) throw new Failure('permissionRequired')
  return live
}
