import type { Item, Key } from '../dynamodb/keys.ts'
import { upsert, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'

/**
 * How many live users there are, and how many of them have a live role with isAdmin.
 * Every transaction that adds, moves or removes users counts here, so that no two of them
 * can each take what they see as the last but one.
 */
type StaffCount = Item & { readonly users: number; readonly admins: number }

const staffKey: Key = { pk: 'SHOP', sk: 'STAFF' }

/** By how much a transaction changes the counts. */
type StaffChange = { readonly users?: number; readonly admins?: number }

/**
 * The writes that count a change of staff; none when nothing changes. They refuse with
 * `lastUser` or else `lastAdmin` when none would be left. They belong behind the writes
 * that check what was counted: a stale count is then told from a refusal.
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
      (held) => {
        const noUserLeft = users < 0 && (held as StaffCount | undefined)?.users === -users
        return new Failure(noUserLeft ? 'lastUser' : 'lastAdmin')
      },
    ),
  ]
}
