import type { Permission } from '../auth/permissions.ts'
import type { PinHash } from '../auth/pins.ts'
import { Failure } from '../failure.ts'
import { type Item, inCollection, type Key, uniqueGuard } from './keys.ts'
import { read, readAll } from './read.ts'
import { insert, type Write } from './write.ts'

/** A role: what its users may do. Its password opens the wallet for them. */
export type Role = Item & {
  readonly id: string
  readonly name: string
  readonly isAdmin: boolean
  readonly permissions: readonly Permission[]
  readonly password: PinHash | null
}

export const roleKey = (id: string): Key => inCollection('ROLE', id)

export const roleNameKey = (name: string): Key => uniqueGuard('ROLE', name)

/** A live role; undefined when unknown, deleted or when there is no id. */
export const findRole = async (id: string | null) =>
  id === null ? undefined : read<Role>(roleKey(id))

/** Every live role. */
export const allRoles = () => readAll<Role>({ pk: 'ROLE' })

/** The writes that add a role under a name of its own. They refuse with `taken`. */
export const addRole = (role: Role): Write[] => [
  insert(role),
  insert(roleNameKey(role.name), () => new Failure('taken')),
]
