import type { Permission } from '../auth/permissions.ts'
import type { PinHash } from '../auth/pins.ts'
import type { Privileges } from '../auth/privileges.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import { type Check, onlyWhile } from './checks.ts'
import { commit } from './commit.ts'
import { type Item, inCollection, type Key, retired, uniqueGuard } from './keys.ts'
import { read, readAll } from './read.ts'
import { countStaff } from './staff.ts'
import { Stale, untilFresh } from './stale.ts'
import { change, discard, insert, put, remove, require, type Write } from './write.ts'

/** A role: what its users may do. Its password opens the wallet for them. */
export type Role = Item & {
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly permissions: readonly Permission[]
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

export const roleKey = (id: string): Key => inCollection('ROLE', id)

const roleNameKey = (name: string): Key => uniqueGuard('ROLE', name)

const stale = () => new Stale()

/** A live role; undefined when unknown, deleted or when there is no id. */
export const findRole = async (id: string | null) =>
  id === null ? undefined : read<Role>(roleKey(id))

/** Every live role. */
export const allRoles = (page?: Page) => readAll<Role>({ pk: 'ROLE' }, page)

/** The writes that add a role under a name of its own. They refuse with `taken`. */
export const addRole = (role: Role): Write[] => [insert(role), takeName(role.name)]

const takeName = (name: string) => insert(roleNameKey(name), () => new Failure('taken'))

/** Creates a role that holds nothing yet. Throws `adminRequired`, `taken`. */
export const createRole = (
  fields: Pick<Role, 'name' | 'isAdmin' | 'password'>,
  by: Privileges,
) =>
  untilFresh(async () => {
    const checks = fields.isAdmin ? await by.administrator() : []
    const id = newId()
    const role: Role = { ...roleKey(id), id, ...fields, permissions: [], users: 0 }
    await commit(onlyWhile(checks, addRole(role)), { id })
    return { id }
  })

/** Changes a role. Throws `unknown`, `adminRequired`, `taken`, `lastAdmin`. */
export const updateRole = (id: string, patch: RolePatch, by: Privileges) =>
  untilFresh(async () => {
    const role = await liveRole(id)
    const { name, isAdmin = role.isAdmin } = patch
    const checks = role.isAdmin || isAdmin ? await by.administrator() : []
    const writes = [
      change(role, { set: patch, ...unchanged(role) }, stale),
      ...(name === role.name ? [] : [discard(roleNameKey(role.name)), takeName(name)]),
      ...countStaff({ admins: adminsOf({ ...role, isAdmin }) - adminsOf(role) }),
    ]
    await commit(onlyWhile(checks, writes))
  })

/**
 * Replaces what a role holds. What it did not hold the caller must hold. Throws `unknown`,
 * `adminRequired`.
 */
export const assignPermissions = (
  id: string,
  permissions: readonly Permission[],
  by: Privileges,
) =>
  untilFresh(async () => {
    const role = await liveRole(id)
    const added = permissions.filter((name) => !role.permissions.includes(name))
    const checks = await checksToAssign(role, added, by)
    const asRead = {
      when: '#isAdmin = :was AND #permissions = :held',
      values: { was: role.isAdmin, held: role.permissions },
    }
    const assignment = change(role, { set: { permissions }, ...asRead }, stale)
    await commit(onlyWhile(checks, [assignment]))
  })

async function checksToAssign(
  role: Role,
  added: readonly Permission[],
  by: Privileges,
): Promise<Check[]> {
  if (role.isAdmin) return by.administrator()
  return added.length > 0 ? by.holderOf(added) : []
}

/** Deletes a role; its users then have none. Throws `unknown`, `adminRequired`, `lastAdmin`. */
export const retireRole = (id: string, by: Privileges) =>
  untilFresh(async () => {
    const role = await liveRole(id)
    const checks = role.isAdmin ? await by.administrator() : []
    const writes = [
      remove(role, unchanged(role), stale),
      put({ ...role, ...retired('ROLE', id) }),
      discard(roleNameKey(role.name)),
      ...countStaff({ admins: -adminsOf(role) }),
    ]
    await commit(onlyWhile(checks, writes))
  })

/**
 * The writes that count one user from a role to another; either may be none. `users` is
 * 1 for a new user and -1 for one who goes. They refuse with `lastUser`, `lastAdmin`, and
 * are stale when a role was changed or deleted since it was read: what a user's role gives
 * decides who may change the user, also where it stays.
 */
export function moveUser(
  from: Role | undefined,
  to: Role | undefined,
  users: -1 | 0 | 1 = 0,
): Write[] {
  if (from?.id === to?.id && users === 0) return from ? [stays(from)] : []
  const admins = Number(to?.isAdmin ?? false) - Number(from?.isAdmin ?? false)
  return [
    ...(from ? [countUser(from, -1)] : []),
    ...(to ? [countUser(to, 1)] : []),
    ...countStaff({ users, admins }),
  ]
}

const countUser = (role: Role, by: 1 | -1): Write =>
  change(role, { add: { users: by }, ...asPowerful(role) }, stale)

const stays = (role: Role): Write => require(role, asPowerful(role), stale)

const asPowerful = ({ isAdmin }: Role) => ({
  when: '#isAdmin = :seen',
  values: { seen: isAdmin },
})

async function liveRole(id: string): Promise<Role> {
  const role = await findRole(id)
  if (!role) throw new Failure('unknown')
  return role
}

const unchanged = ({ name, isAdmin, users }: Role) => ({
  when: '#name = :wasNamed AND #isAdmin = :was AND #users = :counted',
  values: { wasNamed: name, was: isAdmin, counted: users },
})

const adminsOf = ({ isAdmin, users }: Pick<Role, 'isAdmin' | 'users'>) =>
  isAdmin ? users : 0
