import { Failure, required } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { type StaffCount, staffKey } from '../../people/staff/staff-count.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import {
  type TillRecord,
  tillDayKey,
  tillKey,
  tillPartition,
  tillSeenKey,
} from '../../people/tills/till-records.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insert, put, upsert } from '../../platform/dynamodb/write.ts'
import {
  numberKey,
  type TillDay,
  type UnusedNumber,
  withoutNumber,
} from '../sales/till-day.ts'

/** A till's statement about a missing number, until somebody confirms it. */
type AskedNumber = Item &
  Omit<UnusedNumber, 'confirmedByName'> & { readonly askedBy: string }

const askedKey = (tillId: string, number: number): Key => ({
  pk: tillPartition(tillId),
  sk: `UNUSED#${String(number).padStart(10, '0')}`,
})

type By = { readonly userId: string; readonly nowMs: number }

/**
 * Asks that missing numbers of a till count as unused, for PUT /tills/me/numbers. They stay missing
 * until they are confirmed. Throws `invalid` for one that is not missing.
 */
export async function askUnused(
  tillId: string,
  { unused, reason }: { readonly unused: readonly number[]; readonly reason: string },
  { userId }: By,
): Promise<void> {
  const [till, day, user] = await readMany<[TillRecord, TillDay, User]>([
    tillKey(tillId),
    tillDayKey(tillId),
    userKey(userId),
  ])
  requireMissing(required(day), unused)
  const asked = { reason, askedBy: userId, askedByName: user?.name ?? '' }
  await transact([
    ...unused.map((number) =>
      put({ ...askedKey(tillId, number), ...asked, number } satisfies AskedNumber),
    ),
    insertAuditEntry({
      kind: 'till',
      subject: { id: tillId, name: required(till).name },
      after: { unused, reason },
    }),
  ])
}

/**
 * Confirms for PUT /tills/{id}/confirm that numbers of a till were not used, and that
 * sales of a lost till are lost. If there is another administrator, nobody confirms their
 * own request, or numbers of a till where they sold since its last close. Throws
 * `notFound`, `invalid`, `permissionRequired`.
 */
export const confirmNumbers = (
  tillId: string,
  {
    numbers = [],
    lost,
  }: { numbers?: readonly number[] | undefined; lost?: boolean | undefined },
  { userId, nowMs }: By,
): Promise<void> =>
  retryOnConflict(async () => {
    const [till, day, user, staff, ...asks] = await readMany<
      [TillRecord, TillDay, User, StaffCount, ...AskedNumber[]]
    >([
      tillKey(tillId),
      tillDayKey(tillId),
      userKey(userId),
      staffKey,
      ...numbers.map((number) => askedKey(tillId, number)),
    ])
    const { name, series } = required(till)
    const current = required(day)
    requireMissing(current, numbers)
    const isInvolved =
      asks.some((ask) => ask?.askedBy === userId) || current.sellers?.has(userId)
    if (numbers.length > 0 && isInvolved && (staff?.admins ?? 0) > 1) {
      throw new Failure('permissionRequired')
    }
    const confirmedByName = user?.name ?? ''
    const unused = numbers.map((number, at): UnusedNumber => {
      const { reason = '', askedByName = null } = asks[at] ?? {}
      return { number, reason, askedByName, confirmedByName }
    })
    const missing = numbers.reduce(
      (ranges, number) => ranges.flatMap((range) => withoutNumber(range, number)),
      [...(current.missing ?? [])],
    )
    await transact([
      numbers.length > 0 &&
        updateUnchanged(current, ['numbersVersion'], {
          set: { missing, unused: [...(current.unused ?? []), ...unused] },
          add: { numbersVersion: 1, changes: 1 },
        }),
      ...numbers.map((number) =>
        insert({ ...numberKey(series, number), isUnused: true }, versionConflict),
      ),
      lost === true && upsert(tillSeenKey(tillId), { set: { lostConfirmedMs: nowMs } }),
      insertAuditEntry({
        kind: 'till',
        subject: { id: tillId, name },
        after: { ...(numbers.length > 0 && { unused: numbers }), ...(lost && { lost }) },
      }),
    ])
  })

function requireMissing({ missing = [] }: TillDay, numbers: readonly number[]): void {
  const isMissing = (number: number) =>
    missing.some(({ from, to }) => from <= number && number <= to)
  if (new Set(numbers).size < numbers.length || !numbers.every(isMissing)) {
    throw new Failure('invalid', { fault: 'numbers: are not missing, or twice' })
  }
}
