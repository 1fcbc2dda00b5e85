import {
  collectionKey,
  type Item,
  type Key,
  softDeletedKey,
  uniqueGuard,
} from '../dynamodb/keys.ts'
import { type Check, onlyWhile } from '../dynamodb/only-while.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  deleteIfPresent,
  deleteItem,
  insert,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { PermissionName } from './permissions.ts'
import type { PinHash } from './pins.ts'
import type { Privileges } from './privileges.ts'
import { updateStaffCount } from './staff-count.ts'

/** A role: what its users may do. Its password opens the wallet for them. */
export type Role = Item & {
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly permissions: readonly PermissionName[]
  readonly password: PinHash | null
  /** How many live users have it: so many administrators come and go with isAdmin. */
  readonly users: number
}

/** What a client says of a role; what is undefined stays as it is. */
export type RolePatch = {
  readonly name: string
  readonly isAdmin?: boolean | undefined
  readonly password?: PinHash | null | undefined
}

export const roleKey = (id: string): Key => collectionKey('ROLE', id)

const roleNameKey = (name: string): Key => uniqueGuard('ROLE', name)

const stale = () => new VersionConflict()

/** A live role; undefined when unknown, deleted or when there is no id. */
export const findRole = async (id: string | null) =>
  id === null ? undefined : read<Role>(roleKey(id))

/** Every live role. */
export const allRoles = (page?: Page) => readAll<Role>({ pk: 'ROLE' }, page)

/** The writes that add a role under a name of its own. They refuse with `alreadyExists`. */
export const insertRole = (role: Role): Write[] => [insert(role), insertName(role.name)]

const insertName = (name: string) =>
  insert(roleNameKey(name), () => new Failure('alreadyExists'))

/** Creates a role that holds nothing yet. Throws `adminRequired`, `alreadyExists`. */
export const createRole = (
  fields: Pick<Role, 'name' | 'isAdmin' | 'password'>,
  by: Privileges,
) =>
  retryOnConflict(async () => {
    const checks = fields.isAdmin ? await by.administrator() : []
    const id = newId()
    const role: Role = { ...roleKey(id), id, ...fields, permissions: [], users: 0 }
    await transact(onlyWhile(checks, insertRole(role)), { id })
    return { id }
  })

/** Changes a role. Throws `notFound`, `adminRequired`, `alreadyExists`, `lastAdmin`. */
export const changeRole = (id: string, patch: RolePatch, by: Privileges) =>
  retryOnConflict(async () => {
    const role = await requireRole(id)
    const { name, isAdmin = role.isAdmin } = patch
    const checks = role.isAdmin || isAdmin ? await by.administrator() : []
    const writes = [
      update(role, { set: patch, ...unchanged(role) }, stale),
      ...(name === role.name
        ? []
        : [deleteIfPresent(roleNameKey(role.name)), insertName(name)]),
      ...updateStaffCount({ admins: adminsOf({ ...role, isAdmin }) - adminsOf(role) }),
    ]
    await transact(onlyWhile(checks, writes), noResponse)
  })

/**
 * Replaces what a role holds. What it did not hold the caller must hold. Throws `notFound`,
 * `adminRequired`.
 */
export const assignPermissions = (
  id: string,
  permissions: readonly PermissionName[],
  by: Privileges,
) =>
  retryOnConflict(async () => {
    const role = await requireRole(id)
    const added = permissions.filter((name) => !role.permissions.includes(name))
    const checks = await checksToAssign(role, added, by)
    const asRead = {
      when: '#isAdmin = :was AND #permissions = :held',
      values: { was: role.isAdmin, held: role.permissions },
    }
    const assignment = update(role, { set: { permissions }, ...asRead }, stale)
    await transact(onlyWhile(checks, [assignment]), noResponse)
  })

async function checksToAssign(
  role: Role,
  added: readonly PermissionName[],
  by: Privileges,
): Promise<Check[]> {
  if (role.isAdmin) return by.administrator()
  return added.length > 0 ? by.holderOf(added) : []
}

/** Deletes a role; its users then have none. Throws `notFound`, `adminRequired`, `lastAdmin`. */
export const softDeleteRole = (id: string, by: Privileges) =>
  retryOnConflict(async () => {
    const role = await requireRole(id)
    const checks = role.isAdmin ? await by.administrator() : []
    const writes = [
      deleteItem(role, unchanged(role), stale),
      put({ ...role, ...softDeletedKey('ROLE', id) }),
      deleteIfPresent(roleNameKey(role.name)),
      ...updateStaffCount({ admins: -adminsOf(role) }),
    ]
    await transact(onlyWhile(checks, writes), noResponse)
  })

/**
 * The writes that count one user from a role to another; either may be none. `users` is
 * 1 for a new user and -1 for one who goes. They refuse with `lastUser`, `lastAdmin`, and
 * are stale when a role was changed or deleted since it was read: what a user's role gives
 * decides who may change the user, also where it stays.
 */
export function updateUserCounts(
  from: Role | undefined,
  to: Role | undefined,
  users: -1 | 0 | 1 = 0,
): Write[] {
  if (from?.id === to?.id && users === 0) return from ? [checkRoleUnchanged(from)] : []
  const admins = Number(to?.isAdmin ?? false) - Number(from?.isAdmin ?? false)
  return [
    ...(from ? [updateUserCount(from, -1)] : []),
    ...(to ? [updateUserCount(to, 1)] : []),
    ...updateStaffCount({ users, admins }),
  ]
}

const updateUserCount = (role: Role, by: 1 | -1): Write =>
  update(role, { add: { users: by }, ...asPowerful(role) }, stale)

const checkRoleUnchanged = (role: Role): Write => conditionCheck(role, asPowerful(role), stale)

const asPowerful = ({ isAdmin }: Role) => ({
  when: '#isAdmin = :seen',
  values: { seen: isAdmin },
})

async function requireRole(id: string): Promise<Role> {
  const role = await findRole(id)
  if (!role) throw new Failure('notFound')
  return role
}

const unchanged = ({ name, isAdmin, users }: Role) => ({
  when: '#name = :wasNamed AND #isAdmin = :was AND #users = :counted',
  values: { wasNamed: name, was: isAdmin, counted: users },
})

const adminsOf = ({ isAdmin, users }: Pick<Role, 'isAdmin' | 'users'>) =>
  isAdmin ? users : 0
