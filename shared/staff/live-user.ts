import { readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import { findRole, type Role, roleKey } from './roles.ts'
import { type User, userKey } from './users.ts'

/** The ids that a caller's token names. */
export type CallerIds = { readonly userId: string; readonly roleId: string | null }

/** A caller's user and role as they are at this moment. */
export type LiveUser = { readonly user: User; readonly role: Role | undefined }

/** Reads user and role anew; undefined when the user is gone. */
export async function findLiveUser(caller: CallerIds): Promise<LiveUser | undefined> {
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
export async function requireLiveAdministrator(caller: CallerIds): Promise<LiveUser> {
  const live = await findLiveUser(caller)
  if (!live) throw new Failure('unauthenticated')
  if (!live.role?.isAdmin) throw new Failure('adminRequired')
  return live
}
