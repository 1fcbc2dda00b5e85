import { type Item, type Key, uniqueGuard } from '../../platform/dynamodb/keys.ts'

/**
 * The guard that keeps a user name unique. It repeats the role's id, so that a login
 * reads user and role in one round trip.
 */
export type UserNameGuard = Item & {
  readonly userId: string
  readonly roleId: string | null
}

export const userNameKey = (name: string): Key => uniqueGuard('USER', name)
