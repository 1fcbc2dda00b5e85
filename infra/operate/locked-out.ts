import { furtherShop } from '../../shared/current-shop.ts'
import { keyIdOf } from '../../shared/people/staff/pins.ts'
import { allRoles } from '../../shared/people/staff/roles.ts'
import { allUsers } from '../../shared/people/staff/users.ts'
import { Refusal } from './command-line.ts'

/**
 * The users and roles of the current shop whose PIN or password is hashed with none of these
 * keys, a line for each.
 */
export async function findLockedOut(keys: readonly string[]): Promise<string[]> {
  const valid = keys.map(keyIdOf)
  const isLocked = ({ keyId = '' }: { keyId?: string }) => !valid.includes(keyId)
  const [users, roles] = await Promise.all([allUsers(), allRoles()])
  const shop = furtherShop()
  const where = shop ? ` of ${shop.id}` : ''
  return [
    ...users
      .filter(({ pin }) => pin && isLocked(pin))
      .map(({ name }) => `  ${name}${where}: needs a new PIN from an administrator`),
    ...roles
      .filter(({ password }) => password && isLocked(password))
      .map(
        ({ name }) => `  the role ${name}${where}: needs a new password for the wallet`,
      ),
  ]
}

/** Throws a `Refusal` that names the people who could not log in any more, if there are any. */
export function requireNobodyLockedOut(locked: readonly string[]): void {
  if (locked.length === 0) return
  throw new Refusal(`These have not moved to the new key, and could not log in any more:
${locked.join('\n')}
They move when they log in, a role's password when it opens the wallet. To finish all the
same, add --lock-out.`)
}
