import type * as z from 'zod'
import { Failure, required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { collectionKey, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import { type Check, onlyWhile } from '../../platform/dynamodb/only-while.ts'
import {
  retryOnConflict,
  unlessChanged,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { softDelete } from '../../platform/dynamodb/soft-delete.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { updateUnique } from '../../platform/dynamodb/unique.ts'
import { insert, update, type Write } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { refuseLongName } from '../../platform/validation/names.ts'
import { insertAuditEntry, insertChangeAudit } from '../audit/audit-trail.ts'
import { prepareMoveOfCounts } from './login-limit-records.ts'
import type { Privileges } from './permissions.ts'
import type { PinHash } from './pins.ts'
import { findRole, type Role, updateUserCounts } from './roles.ts'
import { insertPinAudit, insertUserAudit } from './staff-audit.ts'
import type * as wire from './user.ts'
import { type UserNameGuard, userNameKey } from './user-name-guard.ts'

/** A member of staff as it is stored. */
export type User = Item &
  Readonly<Pick<z.output<typeof wire.User>, 'id' | 'name' | 'email' | 'phone'>> & {
    /** Null for one who was imported: nobody logs in before an administrator sets one. */
    readonly pin: PinHash | null
    /** Counts the PINs: a session that was opened with an earlier PIN has ended. */
    readonly pinVersion: number
    /** When an earlier PIN gave way to this one, in Unix ms. */
    readonly pinSetMs?: number
    /** The PIN was known to a till's device that was lost. */
    readonly isPinLost?: boolean
    /** May name a role that was deleted: the user then has no role. */
    readonly roleId: string | null
  }

type UserFields = Pick<User, 'name' | 'pin' | 'roleId' | 'email' | 'phone'>

type NewUser = UserFields & { readonly roleId: string }

/** Changes of a user; an undefined field stays as it is. */
export type UserPatch = {
  readonly [K in keyof UserFields]?: UserFields[K] | undefined
}

/** Attributes of a user that must not have changed since they were read. */
const locked = ['name', 'roleId'] as const

export const userKey = (id: string): Key => collectionKey('USER', id)

/** A user; undefined when there is none or it was deleted. */
export const findUser = (id: string) => read<User>(userKey(id))

/** The user who has a name; undefined when there is none. */
export async function findUserByName(name: string): Promise<User | undefined> {
  const guard = await read<UserNameGuard>(userNameKey(name))
  return guard && findUser(guard.userId)
}

/** Every user who was not deleted. */
export const allUsers = (page?: Page) => readAll<User>({ pk: 'USER' }, page)

/** The writes that insert a user under a unique name. They fail with `alreadyExists`. */
export const insertUser = (user: User): Write[] => [
  insert(user),
  ...updateName(null, user.name, { userId: user.id, roleId: user.roleId }),
]

const updateName = (
  from: string | null,
  to: string | null,
  guard?: Pick<UserNameGuard, 'userId' | 'roleId'>,
) => updateUnique('USER', from, to, guard)

/** Creates a user, for POST /users. Throws `roleNotFound`, `adminRequired`, `alreadyExists`. */
export const createUser = (fields: NewUser, by: Privileges) =>
  retryOnConflict(async () => {
    const { user, writes } = await prepareNewUser(fields, by)
    const { id } = user
    return transactAndRespond(writes, { id })
  })

/** A new user and its writes. They fail and this throws as `createUser` says. */
export async function prepareNewUser(fields: NewUser, by: Privileges) {
  refuseLongName(fields.name)
  const role = await requireRole(fields.roleId)
  const checks = await prepareRoleChecks([role], by)
  const id = newId()
  const user: User = { ...userKey(id), id, ...fields, pinVersion: 1 }
  const writes = onlyWhile(checks, [
    ...insertUser(user),
    ...updateUserCounts(undefined, role, 1),
    insertUserAudit(by, user, undefined, role),
  ])
  return { user, writes }
}

/**
 * Changes a user, for PUT /users/{id}. A new PIN ends all sessions of the user. Users who
 * rename themselves get no further attempts at the PIN: the wrong ones still count. Only
 * an administrator may change an administrator, make one, or change their own role.
 * Throws `notFound`, `roleNotFound`, `adminRequired`, `alreadyExists`, `lastAdmin`.
 */
export const changeUser = (id: string, patch: UserPatch, by: Privileges) =>
  retryOnConflict(async () => {
    await transact(await prepareUserChange(await requireUser(id), patch, by))
  })

/** The writes of a user's change. They fail and this throws as `changeUser` says. */
export async function prepareUserChange(user: User, patch: UserPatch, by: Privileges) {
  const { id } = user
  refuseLongName(patch.name ?? '', user.name)
  const isOther = user.id !== by.userId
  const [[from, to], movedCounts] = await Promise.all([
    rolesOf(user, patch),
    prepareMoveOfCounts(user.name, isOther ? undefined : patch.name),
  ])
  const isOwnRole = !isOther && from?.id !== to?.id
  const changesLogin = patch.pin !== undefined || patch.name !== undefined
  const reached = [
    ...(isOther && changesLogin ? [from] : []),
    ...(from?.id === to?.id ? [] : [to]),
  ]
  const checks =
    from?.isAdmin || to?.isAdmin || isOwnRole
      ? await by.prepareAdministratorChecks()
      : await prepareRoleChecks(reached, by)
  return onlyWhile(checks, [
    updateUnchanged(user, locked, {
      set: { ...patch, ...(patch.pin && { pinSetMs: Date.now() }) },
      ...(patch.pin && { add: { pinVersion: 1 }, remove: ['isPinLost'] }),
    }),
    ...updateNameGuard(user, patch),
    ...movedCounts,
    ...updateUserCounts(from, to),
    patch.pin ? insertPinAudit(by, user) : undefined,
    ...insertChangeAudit({ kind: 'user', subject: { id, name: user.name } }, user, {
      name: patch.name,
    }),
    from?.id !== to?.id && insertUserAudit(by, user, from ?? null, to ?? null),
  ])
}

/**
 * Ends all sessions of a user, who keeps the PIN, for DELETE /users/{id}/sessions. Throws
 * `notFound`, `adminRequired`.
 */
export const endSessions = (id: string, by: Privileges) =>
  retryOnConflict(async () => {
    const user = await requireUser(id)
    const role = id === by.userId ? undefined : await findRole(user.roleId)
    const checks = await prepareRoleChecks([role], by)
    const ended = insertAuditEntry({
      kind: 'user',
      userId: by.userId,
      subject: { id, name: user.name },
      after: { sessions: 'ended' },
    })
    // A session lasts as long as the version of the PIN that opened it
    const write = updateUnchanged(user, locked, { add: { pinVersion: 1 } })
    await transact(onlyWhile(checks, [write, ended]))
  })

/**
 * Stores another hash of the same PIN, made with a new key. The sessions of the user stay
 * open. Nothing changes if the PIN was changed since the user was read.
 */
export const rehashPin = (user: User, pin: PinHash): Promise<unknown> =>
  unlessChanged(() => transact([updateUnchanged(user, ['pin'], { set: { pin } })]))

/**
 * Deletes a user and frees the name, for DELETE /users/{id}. Throws `notFound`,
 * `adminRequired`, `lastUser`, `lastAdmin`.
 */
export const softDeleteUser = (id: string, by: Privileges) =>
  retryOnConflict(async () => {
    const user = await requireUser(id)
    const role = await findRole(user.roleId)
    const checks = await prepareRoleChecks([role], by)
    const writes = [
      ...softDelete(user, 'USER', locked),
      ...updateName(user.name, null),
      ...updateUserCounts(role, undefined, -1),
      insertUserAudit(by, user, role ?? null, undefined),
    ]
    await transact(onlyWhile(checks, writes))
  })

/**
 * Demands each permission of a role from a caller who makes, logs in as, or deletes a
 * user with it: the caller gets the role's rights that way. Throws `adminRequired`.
 */
export async function prepareRoleChecks(
  roles: readonly (Role | undefined)[],
  by: Privileges,
): Promise<Check[]> {
  if (roles.some((role) => role?.isAdmin)) return by.prepareAdministratorChecks()
  const permissions = roles.flatMap((role) => role?.permissions ?? [])
  return permissions.length > 0 ? by.preparePermissionChecks(permissions) : []
}

/** A user. Throws `notFound`. */
export const requireUser = async (id: string) => required(await findUser(id))

async function requireRole(roleId: string): Promise<Role> {
  const role = await findRole(roleId)
  if (!role) throw new Failure('roleNotFound', { roleId })
  return role
}

/**
 * The roles that a user has and will have. They are read after the user, so a role that is
 * missing was deleted and does not come back.
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
    const guard = { userId: user.id, roleId: roleId === undefined ? user.roleId : roleId }
    return updateName(user.name, name, guard)
  }
  return roleId === undefined ? [] : [update(userNameKey(name), { set: { roleId } })]
}
