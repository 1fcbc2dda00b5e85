import type * as z from 'zod'
import { Failure } from '../../failure.ts'
import type { Check } from '../../platform/dynamodb/only-while.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import {
  holds,
  type PermissionName,
  type Privileges,
  permissionsOf,
} from './permissions.ts'
import { findRole, type Role, roleKey } from './roles.ts'
import type { UserInfo } from './user.ts'
import { type User, userKey } from './users.ts'

/** The ids in a caller's token. */
export type CallerIds = {
  readonly userId: string
  readonly roleId: string | null
  /** An API key is not an administrator, though its maker is. */
  readonly apiKeyId?: string
  /** A colleague's approval of the running request. */
  readonly approval?: { readonly permission: PermissionName }
}

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

/** True if a session's user is an administrator now; no API key is. */
export async function isAdministrator(
  caller: CallerIds & { readonly isAdmin: boolean },
): Promise<boolean> {
  if (!caller.isAdmin || caller.apiKeyId !== undefined) return false
  return (await findLiveUser(caller))?.role?.isAdmin === true
}

/**
 * The user and role of a caller who must be an administrator now. Throws `unauthenticated`
 * when the user was deleted, `adminRequired` when the user is not an administrator.
 */
export async function requireLiveAdministrator(caller: CallerIds): Promise<LiveUser> {
  if (caller.apiKeyId !== undefined) throw new Failure('adminRequired')
  const live = await findLiveUser(caller)
  if (!live) throw new Failure('unauthenticated')
  if (!live.role?.isAdmin) throw new Failure('adminRequired')
  return live
}

/**
 * The user and role of a caller who must hold a permission now, or have it by the approval of a
 * colleague, which was read just before. Throws `unauthenticated` when the
 * user was deleted, `permissionRequired`.
 */
export async function requireLivePermission(
  caller: CallerIds,
  name: PermissionName,
): Promise<LiveUser> {
  const live = await findLiveUser(caller)
  if (!live) throw new Failure('unauthenticated')
  const isApproved = caller.approval?.permission === name
  if (!isApproved && !holds(permissionsOf(live.role), name))
    throw new Failure('permissionRequired')
  return live
}

/** The privileges of a caller. Nothing is read before a change requires one. */
export const privilegesOf = (caller: CallerIds): Privileges => ({
  userId: caller.userId,
  prepareAdministratorChecks: () => prepareChecks(caller, ({ isAdmin }) => isAdmin),
  preparePermissionChecks: (names) =>
    prepareChecks(caller, (role) => {
      const packed = permissionsOf(role)
      return names.every((name) => holds(packed, name))
    }),
})

async function prepareChecks(
  caller: CallerIds,
  suffices: (role: Role) => boolean,
): Promise<Check[]> {
  if (caller.apiKeyId !== undefined) throw new Failure('adminRequired')
  const live = await findLiveUser(caller)
  if (!live?.role || !suffices(live.role)) throw new Failure('adminRequired')
  return checkUnchanged({ user: live.user, role: live.role })
}

/** The names of the values differ from those of `unchanged`: both may meet in one write. */
const checkUnchanged = ({ user, role }: LiveUser & { role: Role }): Check[] => [
  { key: user, when: '#roleId = :callersRole', values: { callersRole: user.roleId } },
  {
    key: role,
    when: '#isAdmin = :callerIsAdmin AND #permissions = :callersPermissions',
    values: { callerIsAdmin: role.isAdmin, callersPermissions: role.permissions },
  },
]

/** A user with a role as its own client sees it: POST /auth/login and GET /users/me. */
export const userInfo = ({
  user,
  role,
}: LiveUser & { role: Role }): z.output<typeof UserInfo> => ({
  userId: user.id,
  name: user.name,
  email: user.email,
  phone: user.phone,
  role: role.name,
  roleId: role.id,
  isAdmin: role.isAdmin,
})
