import { Failure } from '../../failure.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { upsert, type Write } from '../../platform/dynamodb/write.ts'

/**
 * Number of users, and of administrators among them. Every transaction that adds, moves
 * or deletes users changes this one record, so two parallel ones cannot delete the last
 * two users or administrators.
 */
export type StaffCount = Item & { readonly users: number; readonly admins: number }

/** True while nobody but administrators works here. */
export const areAllAdministrators = ({ users, admins }: StaffCount): boolean =>
  users === admins

export const staffKey: Key = { pk: 'SHOP', sk: 'STAFF' }

/** By how much a transaction changes the counts. */
type StaffChange = { readonly users?: number; readonly admins?: number }

/**
 * Builds the write that counts a change of staff; none when nothing changes. It fails
 * with `lastUser`, or else `lastAdmin`, when none would be left. Put it behind the
 * optimistic locks of the transaction: the first condition that fails decides the error,
 * and a version conflict must win because the counts may then be wrong.
 */
export function updateStaffCount({ users = 0, admins = 0 }: StaffChange): Write[] {
  if (users === 0 && admins === 0) return []
  const remaining = [
    ...(users < 0 ? ['#users > :leaving'] : []),
    ...(admins < 0 ? ['#admins > :demoted'] : []),
  ].join(' AND ')
  return [
    upsert(
      staffKey,
      {
        add: { users, admins },
        ...(remaining !== '' && { when: remaining }),
        values: { leaving: -users, demoted: -admins },
      },
      (current) => {
        const { users: currentUsers } = (current ?? {}) as Partial<StaffCount>
        const noUserLeft = users < 0 && currentUsers === -users
        return new Failure(noUserLeft ? 'lastUser' : 'lastAdmin')
      },
    ),
  ]
}
