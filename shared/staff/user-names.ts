import { idInKey, softDeletedKey } from '../dynamodb/keys.ts'
import { readMany } from '../dynamodb/read.ts'
import { type User, userKey } from './users.ts'

/** How many users one read finds: each may be kept or deleted. */
const maxUsers = 50

/** The names of users by id, also of users who were deleted. */
export async function findUserNames(ids: Iterable<string>): Promise<Map<string, string>> {
  const wanted = [...new Set(ids)]
  const names = new Map<string, string>()
  for (let from = 0; from < wanted.length; from += maxUsers) {
    const keys = wanted
      .slice(from, from + maxUsers)
      .flatMap((id) => [userKey(id), softDeletedKey('USER', idInKey(id))])
    for (const user of (await readMany(keys)) as (User | undefined)[]) {
      if (user) names.set(user.id, user.name)
    }
  }
  return names
}
