import type * as z from 'zod'
import { required } from '../../failure.ts'
import { newId } from '../../ids.ts'
import { collectionKey, type Item, type Key } from '../../platform/dynamodb/keys.ts'
import { type Check, onlyWhile } from '../../platform/dynamodb/only-while.ts'
import {
  retryOnConflict,
  unchanged,
  unlessChanged,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll } from '../../platform/dynamodb/read.ts'
import { softDelete } from '../../platform/dynamodb/soft-delete.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { updateUnique } from '../../platform/dynamodb/unique.ts'
import { conditionCheck, insert, type Write } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { type AsRead, refuseIfChanged } from '../../platform/validation/as-read.ts'
import { refuseLongName } from '../../platform/validation/names.ts'
import { type PermissionName, type Privileges, permissionList } from './permissions.ts'
import type { PinHash } from './pins.ts'
import type * as wire from './role.ts'
import { insertRoleAudit } from './staff-audit.ts'
import { updateStaffCount } from './staff-count.ts'

/** A role as it is stored. Its password opens the wallet for its users. */
export type Role = Item &
  Readonly<Pick<z.output<typeof wire.Role>, 'id' | 'isAdmin'>> & {
    readonly name: string
    readonly permissions: readonly PermissionName[]
    readonly password: PinHash | null
    /** Number of users with the role. With `isAdmin` they count as administrators. */
    readonly users: number
  }

/** Changes of a role; an undefined field stays as it is. */
export type RolePatch = {
  readonly name: string
  readonly isAdmin?: boolean | undefined
  readonly password?: PinHash | null | undefined
  readonly permissions?: readonly PermissionName[] | undefined
}

/** A role as clients read it, apart from its permissions. */
export const roleOnWire = ({ id, name, isAdmin }: Role) => ({ id, role: name, isAdmin })

export const roleKey = (id: string): Key => collectionKey('ROLE', id)

/** Attributes of a role that must not have changed since they were read. */
const locked = ['name', 'isAdmin', 'users'] as const

/** A role; undefined when there is none, it was deleted, or the id is null. */
export const findRole = async (id: string | null) =>
  id === null ? undefined : read<Role>(roleKey(id))

/** Every role that was not deleted. */
export const allRoles = (page?: Page) => readAll<Role>({ pk: 'ROLE' }, page)

/** The writes that insert a role under a unique name. They fail with `alreadyExists`. */
export const insertRole = (role: Role): Write[] => [
  insert(role),
  ...updateName(null, role.name),
]

const updateName = (from: string | null, to: string | null) =>
  updateUnique('ROLE', from, to)

/**
 * Creates a role, for POST /roles. The caller must have each of its permissions. Throws
 * `adminRequired`, `alreadyExists`.
 */
export const createRole = (
  fields: Pick<Role, 'name' | 'isAdmin' | 'password' | 'permissions'>,
  by: Privileges,
) =>
  retryOnConflict(async () => {
    refuseLongName(fields.name, null, 'role')
    const checks = await prepareChecks(fields.isAdmin, fields.permissions, by)
    const id = newId()
    const role: Role = { ...roleKey(id), id, ...fields, users: 0 }
    const writes = [...insertRole(role), insertRoleAudit(by, role, undefined, role)]
    await transactAndRespond(onlyWhile(checks, writes), { id })
    return { id }
  })

/**
 * Changes a role, for PUT /roles/{id}. The caller must have each permission that the role
 * did not have. Throws `notFound`, `recordChanged`, `adminRequired`, `alreadyExists`,
 * `lastAdmin`.
 */
export const changeRole = (
  id: string,
  patch: RolePatch,
  by: Privileges,
  ifWas?: AsRead,
) =>
  retryOnConflict(async () => {
    const role = await requireRole(id)
    const permissionsNow = permissionList(role).map((each) => each.name)
    refuseIfChanged(ifWas, { ...roleOnWire(role), permissions: permissionsNow })
    const { name, isAdmin = role.isAdmin, password = role.password } = patch
    refuseLongName(name, role.name, 'role')
    const permissions = patch.permissions ?? role.permissions
    const changed = { ...role, name, isAdmin, password, permissions }
    const added = addedPermissions(role, permissions)
    const checks = await prepareChecks(role.isAdmin || isAdmin, added, by)
    const writes = [
      updateUnchanged(role, [...locked, 'permissions'], { set: patch }),
      ...updateName(role.name, name),
      ...updateStaffCount({ admins: adminsOf(changed) - adminsOf(role) }),
      differs(role, changed) && insertRoleAudit(by, changed, role, changed),
    ]
    await transact(onlyWhile(checks, writes))
  })

/**
 * Stores another hash of the same password, made with a new key. Nothing changes if the
 * password was changed since the role was read.
 */
export const rehashPassword = (role: Role, password: PinHash): Promise<unknown> =>
  unlessChanged(() =>
    transact([updateUnchanged(role, ['password'], { set: { password } })]),
  )

/** Gives a role another password. Throws a version conflict if it was changed since it was read. */
export const changePassword = (
  role: Role,
  password: PinHash,
  by: Privileges,
): Promise<unknown> =>
  transact([
    updateUnchanged(role, ['password'], { set: { password } }),
    insertRoleAudit(by, role, role, { ...role, password }),
  ])

/**
 * Replaces the permissions of a role, for PUT /roles/{id}/permissions. The caller must have
 * each permission that the role did not have. Throws `notFound`, `adminRequired`.
 */
export const changePermissions = (
  id: string,
  permissions: readonly PermissionName[],
  by: Privileges,
) =>
  retryOnConflict(async () => {
    const role = await requireRole(id)
    const added = addedPermissions(role, permissions)
    const checks = await prepareChecks(role.isAdmin, added, by)
    const writes = [
      updateUnchanged(role, [...locked, 'permissions'], { set: { permissions } }),
      differs(role, { ...role, permissions }) &&
        insertRoleAudit(by, role, role, { ...role, permissions }),
    ]
    await transact(onlyWhile(checks, writes))
  })

/** True if a role was really changed: the same values make no entry in the audit trail. */
const differs = (before: Role, after: Role): boolean =>
  before.name !== after.name ||
  before.isAdmin !== after.isAdmin ||
  before.password !== after.password ||
  before.permissions.length !== after.permissions.length ||
  addedPermissions(before, after.permissions).length > 0

const addedPermissions = (role: Role, permissions: readonly PermissionName[]) =>
  permissions.filter((name) => !role.permissions.includes(name))

/** `isAdmin`: whether the role is or becomes one of administrators. */
async function prepareChecks(
  isAdmin: boolean,
  added: readonly PermissionName[],
  by: Privileges,
): Promise<Check[]> {
  if (isAdmin) return by.prepareAdministratorChecks()
  return added.length > 0 ? by.preparePermissionChecks(added) : []
}

/**
 * Deletes a role, for DELETE /roles/{id}. Its users then have none. Throws `notFound`,
 * `adminRequired`, `lastAdmin`.
 */
export const softDeleteRole = (id: string, by: Privileges) =>
  retryOnConflict(async () => {
    const role = await requireRole(id)
    const checks = role.isAdmin ? await by.prepareAdministratorChecks() : []
    const writes = [
      ...softDelete(role, 'ROLE', [...locked, 'permissions']),
      ...updateName(role.name, null),
      ...updateStaffCount({ admins: -adminsOf(role) }),
      insertRoleAudit(by, role, role, undefined),
    ]
    await transact(onlyWhile(checks, writes))
  })

/**
 * Builds the writes that move one user from a role to another; either may be undefined. `users`
 * is 1 for a new user and -1 for a deleted one. They fail with `lastUser`, `lastAdmin`, or a
 * version conflict when `isAdmin` of a role changed since it was read or the role was deleted:
 * `isAdmin` decides who may change the user, even if the user keeps the role.
 */
export function updateUserCounts(
  from: Role | undefined,
  to: Role | undefined,
  users: -1 | 0 | 1 = 0,
): Write[] {
  if (from?.id === to?.id && users === 0) return from ? [checkRole(from)] : []
  const admins = Number(to?.isAdmin ?? false) - Number(from?.isAdmin ?? false)
  return [
    ...(from ? [updateUserCount(from, -1)] : []),
    ...(to ? [updateUserCount(to, 1)] : []),
    ...updateStaffCount({ users, admins }),
  ]
}

/** Rights that a role gives; they decide who may change its users. */
const rights = ['isAdmin', 'permissions'] as const

const updateUserCount = (role: Role, by: 1 | -1): Write =>
  updateUnchanged(role, rights, { add: { users: by } })

const checkRole = (role: Role): Write =>
  conditionCheck(role, unchanged(role, rights), versionConflict)

/** A role. Throws `notFound`. */
export const requireRole = async (id: string) => required(await findRole(id))

const adminsOf = ({ isAdmin, users }: Pick<Role, 'isAdmin' | 'users'>) =>
  isAdmin ? users : 0
