import type { PinHash } from '../auth/pins.ts'
import { Failure } from '../failure.ts'
import { type Item, inCollection, type Key, uniqueGuard } from './keys.ts'
import { read, readAll } from './read.ts'
import { insert, type Write } from './write.ts'

/** A member of staff. */
export type User = Item & {
  readonly id: string
  readonly name: string
  readonly pin: PinHash
  readonly roleId: string | null
  readonly email: string | null
  readonly phone: string | null
  /** Sessions that began before this moment count no more. */
  readonly sessionsValidFromMs: number
}

/**
 * The guard that keeps a user name unique. It repeats the role's id, so that a login
 * reads user and role in one round trip.
 */
export type UserNameGuard = Item & {
  readonly userId: string
  readonly roleId: string | null
}

export const userKey = (id: string): Key => inCollection('USER', id)

export const userNameKey = (name: string): Key => uniqueGuard('USER', name)

/** A live user; undefined when unknown or deleted. */
export const findUser = (id: string) => read<User>(userKey(id))

/** Every live user. */
export const allUsers = () => readAll<User>({ pk: 'USER' })

/** The writes that add a user under a name of its own. They refuse with `taken`. */
export const addUser = (user: User): Write[] => [
  insert(user),
  insert(
    {
      ...userNameKey(user.name),
      userId: user.id,
      roleId: user.roleId,
    } satisfies UserNameGuard,
    () => new Failure('taken'),
  ),
]
