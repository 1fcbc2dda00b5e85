import { Failure } from '../failure.ts'
import { parse } from '../validation/parse.ts'
import { forgetLoginFailures } from './login-reset.ts'
import type { Privileges } from './permissions.ts'
import { hashPin } from './pins.ts'
import { UserPatch } from './user.ts'
import { changeUser, findUserByName } from './users.ts'

/** An operator may write to the table itself, and needs no other rights. */
const operator: Privileges = {
  userId: '',
  isAdmin: true,
  prepareAdministratorChecks: async () => [],
  preparePermissionChecks: async () => [],
}

/**
 * Gives a user a new PIN, ends all sessions, and forgets failed logins with the name. Only
 * for the operator of a deployment: it asks for no caller. Throws `userNotFound`,
 * `shortPin`, `nothingProvided` for a blank PIN, `conflict`.
 */
export async function resetPin(name: string, pin: string): Promise<{ userId: string }> {
  parse(UserPatch, { pin })
  const user = await findUserByName(name)
  if (!user) throw new Failure('userNotFound')
  await changeUser(user.id, { pin: await hashPin(pin, name) }, operator)
  await forgetLoginFailures(name)
  return { userId: user.id }
}
