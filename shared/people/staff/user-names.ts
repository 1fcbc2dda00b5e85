import { idInKey, softDeletedKey } from '../../platform/dynamodb/keys.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { type User, userKey } from './users.ts'

/** The names of users by id, also of users who were deleted. */
export async function findUserNames(ids: Iterable<string>): Promise<Map<string, string>> {
  const keys = [...ids].flatMap((id) => [
    userKey(id),
    softDeletedKey('USER', idInKey(id)),
  ])
  const users = (await readMany(keys)) as (User | undefined)[]
  return new Map(users.flatMap((user) => (user ? [[user.id, user.name]] : [])))
}
