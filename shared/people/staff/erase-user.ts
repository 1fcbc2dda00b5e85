import type * as z from 'zod'
import { preferencesKey, untilKey } from '../../events/alerts/own-marks.ts'
import { Failure } from '../../failure.ts'
import { type Item, idInKey, softDeletedKey } from '../../platform/dynamodb/keys.ts'
import { onlyWhile } from '../../platform/dynamodb/only-while.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { updateUnique } from '../../platform/dynamodb/unique.ts'
import { deleteIfPresent, put, type Write } from '../../platform/dynamodb/write.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { insertAuditEntry } from '../audit/audit-trail.ts'
import { devicesKey } from './login-limit-records.ts'
import type { Privileges } from './permissions.ts'
import type { ErasedUser } from './personal-data.ts'
import { findRole, updateUserCounts } from './roles.ts'
import { type User, userKey } from './users.ts'

/** A user who was deleted; who was erased has a pseudonym and no PIN. */
type RetiredUser = Item &
  Pick<User, 'id' | 'name' | 'email' | 'phone' | 'roleId' | 'pin'> & {
    readonly erasedAt?: string
  }

const retiredKey = (id: string) => softDeletedKey('USER', idInKey(id))

/** A user, deleted or not. Throws `notFound`. */
async function findAnyUser(id: string) {
  const [user, retired] = await readMany<[User, RetiredUser]>([
    userKey(id),
    retiredKey(id),
  ])
  if (!user && !retired) throw new Failure('notFound')
  return { user, retired }
}

/** Returns a user's record for GET /users/{id}/data. Throws `notFound`. */
export async function personalRecord(id: string) {
  const { user, retired } = await findAnyUser(id)
  const { name, email, phone, roleId, erasedAt } = (user ?? retired) as RetiredUser
  return {
    id,
    name,
    email,
    phone,
    role: (await findRole(roleId))?.name ?? null,
    isDeleted: user === undefined,
    ...(erasedAt && { erasedAt }),
  }
}

/**
 * Erases a user for POST /users/{id}/erase: deletes the account, and leaves a pseudonym
 * without contact and PIN. The books keep what they froze. A user who was erased already
 * stays as is. Throws `notFound`, `adminRequired`, `lastUser`, `lastAdmin`.
 */
export const eraseUser = (
  id: string,
  by: Privileges,
  nowMs: number,
): Promise<z.output<typeof ErasedUser>> =>
  retryOnConflict(async () => {
    const { user, retired } = await findAnyUser(id)
    if (retired?.erasedAt) return { id, name: retired.name, erasedAt: retired.erasedAt }
    const erased = {
      name: `Former user ${id.slice(0, 8)}`,
      email: null,
      phone: null,
      pin: null,
      erasedAt: isoSeconds(nowMs),
    }
    const { name, erasedAt } = erased
    const entry = insertAuditEntry({
      kind: 'user',
      userId: by.userId,
      subject: { id, name },
      after: { erasedAt },
    })
    const writes = [
      ...(user
        ? await writesOfDeletion(user, erased)
        : [updateUnchanged(retired as RetiredUser, ['name'], { set: erased })]),
      deleteIfPresent(preferencesKey(id)),
      // Marks of single alerts expire with them
      deleteIfPresent(untilKey(id)),
    ]
    const checks = await by.prepareAdministratorChecks()
    await transact(onlyWhile(checks, [...writes, entry]))
    return { id, name, erasedAt }
  })

async function writesOfDeletion(user: User, erased: object): Promise<Write[]> {
  const role = await findRole(user.roleId)
  return [
    deleteUnchanged(user, ['name', 'roleId']),
    put({ ...user, ...erased, ...retiredKey(user.id) }),
    ...updateUnique('USER', user.name, null),
    // Devices with a login of the user, for 400 days, under a hash of the name
    deleteIfPresent(devicesKey(user.name)),
    ...updateUserCounts(role, undefined, -1),
  ]
}
