import { Failure } from '../../failure.ts'
import { retryOnConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { update } from '../../platform/dynamodb/write.ts'
import { parse } from '../../platform/validation/parse.ts'
import {
  type DevicesRecord,
  devicesKey,
  strangersKey,
  upsertDevices,
} from './login-limit-records.ts'
import type { Privileges } from './permissions.ts'
import { hashPin } from './pins.ts'
import { UserPatch } from './user.ts'
import { changeUser, findUserByName } from './users.ts'

/** An operator may write to the table itself, and needs no other rights. */
const operator: Privileges = {
  userId: '',
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

/** Forgets the wrong PINs of a name, of strangers and at its devices. Throws `conflict`. */
const forgetLoginFailures = (name: string): Promise<void> =>
  retryOnConflict(async () => {
    const [strangers, current] = (await readMany([
      strangersKey(name),
      devicesKey(name),
    ])) as [object | undefined, DevicesRecord | undefined]
    const devices = (current?.devices ?? []).map((each) => ({ ...each, level: 0 }))
    const writes = [
      ...(strangers ? [update(strangersKey(name), { set: { level: 0 } })] : []),
      ...(current
        ? [upsertDevices(name, { ...current, devices }, current, Date.now())]
        : []),
    ]
    if (writes.length > 0) await transact(writes)
  })
