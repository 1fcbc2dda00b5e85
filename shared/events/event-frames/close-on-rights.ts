import { isDeepStrictEqual } from 'node:util'
import { closeWatchers } from '../../lightning/payments-feed/close-watchers.ts'
import type { Role } from '../../people/staff/roles.ts'
import type { User } from '../../people/staff/users.ts'
import type { CommittedChange } from '../changes/committed-change.ts'
import type { Consumer } from '../changes/consume-stream.ts'

/**
 * Closes sockets of /ws/events whose user's rights to read have changed: the next socket
 * carries the new rights. Logins, logouts and PINs close them elsewhere.
 */
export const closeOnRights: Consumer = {
  name: 'close-on-rights',
  consume: async (changes) => {
    const roles = idsOf(changes, 'ROLE', ({ isAdmin, permissions }: Role) => [
      isAdmin,
      permissions,
    ])
    const users = idsOf(changes, 'USER', ({ roleId }: User) => roleId)
    if (roles.size + users.size === 0) return
    await closeWatchers({
      feedOf: ({ roleId }, userId) => users.has(userId) || roles.has(roleId ?? ''),
    })
  },
}

/** Returns the ids of a partition's changed or deleted records. */
function idsOf<T>(
  changes: readonly CommittedChange[],
  pk: string,
  rights: (record: T) => unknown,
): ReadonlySet<string> {
  const changed = changes.filter(
    ({ key, before, after }) =>
      key.pk === pk &&
      before !== undefined &&
      !isDeepStrictEqual(rights(before as T), after && rights(after as T)),
  )
  return new Set(changed.map(({ before }) => String(before?.id)))
}
