import {
  collectionKey,
  type Item,
  type Key,
  softDeletedKey,
  uniqueGuard,
} from '../dynamodb/keys.ts'
import { onlyWhile } from '../dynamodb/only-while.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  deleteIfPresent,
  deleteItem,
  insert,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { PinHash } from './pins.ts'
import type { Privileges } from './privileges.ts'
import { findRole, type Role, updateUserCounts } from './roles.ts'

/** A member of staff. */
export type User = Item & {
  readonly id: string
  readonly name: string
  readonly pin: PinHash
  /** Counts the PINs: sessions that were opened with an earlier one count no more. */
  readonly pinVersion: number
  /** Outlives its role: a user whose role is gone has none. */
  readonly roleId: string | null
  readonly email: string | null
  readonly phone: string | null
}

type UserFields = Pick<User, 'name' | 'pin' | 'roleId' | 'email' | 'phone'>

/** What a client changes; what is undefined stays as it is. */
export type UserPatch = {
  readonly [K in keyof UserFields]?: UserFields[K] | undefined
}

/**
 * The guard that keeps a user name unique. It repeats the role's id, so that a login
 * reads user and role in one round trip.
 */
export type UserNameGuard = Item & {
  readonly userId: string
  readonly roleId: string | null
}

export const userKey = (id: string): Key => collectionKey('USER', id)

export const userNameKey = (name: string): Key => uniqueGuard('USER', name)

const stale = () => new VersionConflict()

/** A live user; undefined when unknown or deleted. */
export const findUser = (id: string) => read<User>(userKey(id))

/** Every live user. */
export const allUsers = (page?: Page) => readAll<User>({ pk: 'USER' }, page)

/** The writes that add a user under a name of its own. They refuse with `alreadyExists`. */
export const insertUser = (user: User): Write[] => [insert(user), insertName(user)]

const insertName = ({ name, id, roleId }: Pick<User, 'name' | 'id' | 'roleId'>): Write =>
  insert(
    { ...userNameKey(name), userId: id, roleId } satisfies UserNameGuard,
    () => new Failure('alreadyExists'),
  )

/** Creates a user with a live role. Throws `roleNotFound`, `adminRequired`, `alreadyExists`. */
export const createUser = (
  fields: UserFields & { readonly roleId: string },
  by: Privileges,
) =>
  retryOnConflict(async () => {
    const role = await requireRole(fields.roleId)
    const checks = role.isAdmin ? await by.administrator() : []
    const id = newId()
    const user: User = { ...userKey(id), id, ...fields, pinVersion: 1 }
    const writes = [...insertUser(user), ...updateUserCounts(undefined, role, 1)]
    await transact(onlyWhile(checks, writes), { id })
    return { id }
  })

/**
 * Changes a user; a new PIN ends all of the user's sessions. Only an administrator may
 * change one whose role is or becomes an administrator's, and the role of the caller's own
 * record. Throws `notFound`, `roleNotFound`, `adminRequired`, `alreadyExists`, `lastAdmin`.
 */
export const changeUser = (id: string, patch: UserPatch, by: Privileges) =>
  retryOnConflict(async () => {
    const user = await requireUser(id)
    const [from, to] = await rolesOf(user, patch)
    const isOwnRole = user.id === by.userId && from?.id !== to?.id
    const checks =
      from?.isAdmin || to?.isAdmin || isOwnRole ? await by.administrator() : []
    const writes = [
      update(
        user,
        { set: patch, add: patch.pin ? { pinVersion: 1 } : {}, ...unchanged(user) },
        stale,
      ),
      ...updateNameGuard(user, patch),
      ...updateUserCounts(from, to),
    ]
    await transact(onlyWhile(checks, writes), noResponse)
  })

/**
 * Deletes a user and frees the name. Throws `notFound`, `adminRequired`, `lastUser`,
 * `lastAdmin`.
 */
export const softDeleteUser = (id: string, by: Privileges) =>
  retryOnConflict(async () => {
    const user = await requireUser(id)
    const role = await findRole(user.roleId)
    const checks = role?.isAdmin ? await by.administrator() : []
    const writes = [
      deleteItem(user, unchanged(user), stale),
      put({ ...user, ...softDeletedKey('USER', id) }),
      deleteIfPresent(userNameKey(user.name)),
      ...updateUserCounts(role, undefined, -1),
    ]
    await transact(onlyWhile(checks, writes), noResponse)
  })

async function requireUser(id: string): Promise<User> {
  const user = await findUser(id)
  if (!user) throw new Failure('notFound')
  return user
}

async function requireRole(roleId: string): Promise<Role> {
  const role = await findRole(roleId)
  if (!role) throw new Failure('roleNotFound', { roleId })
  return role
}

/**
 * The roles that a user has and will have. They are read after their user: one that is
 * missing then is gone for good.
 */
async function rolesOf(
  user: User,
  { roleId }: UserPatch,
): Promise<[from: Role | undefined, to: Role | undefined]> {
  const from = findRole(user.roleId)
  const to =
    roleId === undefined ? from : roleId === null ? undefined : requireRole(roleId)
  return Promise.all([from, to])
}

function updateNameGuard(user: User, { name = user.name, roleId }: UserPatch): Write[] {
  if (name !== user.name) {
    return [
      deleteIfPresent(userNameKey(user.name)),
      insertName({
        id: user.id,
        name,
        roleId: roleId === undefined ? user.roleId : roleId,
      }),
    ]
  }
  return roleId === undefined ? [] : [update(userNameKey(name), { set: { roleId } })]
}

const unchanged = ({ name, roleId }: User) => ({
  when: '#name = :wasNamed AND #roleId = :had',
  values: { wasNamed: name, had: roleId },
})
