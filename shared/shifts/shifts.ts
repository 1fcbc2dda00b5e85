import { insertAuditEntry, insertChangeAudit } from '../audit/audit-trail.ts'
import { softDeletedKey } from '../dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import { transact } from '../dynamodb/transact.ts'
import { conditionCheck, insert, put, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { transactAndRespond } from '../idempotency/transact-and-respond.ts'
import { newId } from '../ids.ts'
import { userKey } from '../staff/users.ts'
import { closeDay, type Request } from './close-day.ts'
import { checkNoneOpen, deleteOpenShift, insertOpenShift } from './open-shift.ts'
import type * as wire from './shift.ts'
import { requireShift, type Shift, shiftKey } from './shift-records.ts'

const notFound = () => new Failure('notFound')

/**
 * Creates a shift, for POST /shifts. It is open unless it has an endTime. Throws
 * `userNotFound`, `shiftAlreadyOpen`.
 */
export async function createShift(input: wire.ShiftInput) {
  const id = newId()
  const { endTime = null, initialAmountCents = 0 } = input
  const shift: Shift = {
    ...shiftKey(id),
    ...input,
    id,
    endTime,
    initialAmountCents,
    finalAmountCents: null,
    differenceCents: null,
    version: 1,
  }
  await transactAndRespond(
    [
      insert(shift),
      checkUserExists(input.userId),
      endTime === null ? insertOpenShift(id) : checkNoneOpen(),
      insertShiftAudit(shift, false),
    ],
    { id },
  )
  return { id }
}

/**
 * Changes a shift, for PUT /shifts/{id}. Its endTime may close or reopen it; closing makes
 * a Z. Throws `notFound`, `userNotFound`, `shiftAlreadyOpen`.
 */
export const changeShift = (
  id: string,
  input: wire.ShiftInput & wire.ClosingAmounts,
  by: Request,
) =>
  retryOnConflict(async () => {
    const current = await requireShift(id)
    const { endTime = current.endTime } = input
    const checks = [
      checkUserExists(input.userId),
      ...insertChangeAudit(aboutShift(current), current, input),
    ]
    if (current.endTime === null && endTime !== null) {
      const writes = [deleteOpenShift(id, versionConflict), ...checks]
      return closeDay(current, { changes: input, writes, response: undefined, by })
    }
    const reopens = current.endTime !== null && endTime === null
    await transact([
      updateUnchanged(current, ['version'], { set: input, add: { version: 1 } }),
      ...checks,
      ...(reopens ? [insertOpenShift(id)] : []),
    ])
  })

/**
 * Closes the open shift now and makes its Z, for POST /shifts/{id}/close. Throws `notFound`
 * when another shift is open or none.
 */
export const closeShift = (id: string, amounts: wire.ClosingAmounts, by: Request) =>
  retryOnConflict(async () => {
    const current = await requireShift(id)
    if (current.endTime !== null) throw notFound()
    await closeDay(current, {
      changes: { ...amounts, endTime: String(by.nowMs) },
      writes: [deleteOpenShift(id, notFound)],
      response: { id },
      by,
    })
    return { id }
  })

/**
 * Deletes a shift, for DELETE /shifts/{id}. After the open one is deleted another can be
 * opened. Throws `notFound`.
 */
export const softDeleteShift = (id: string) =>
  retryOnConflict(async () => {
    const current = await requireShift(id)
    await transact([
      deleteUnchanged(current, ['version']),
      put({ ...current, ...softDeletedKey('SHIFT', id) }),
      insertShiftAudit(current, true),
      ...(current.endTime === null ? [deleteOpenShift(id, versionConflict)] : []),
    ])
  })

const checkUserExists = (id: string): Write =>
  conditionCheck(userKey(id), {}, () => new Failure('userNotFound'))

const aboutShift = ({ id, shiftDate }: Shift) => ({
  kind: 'shift' as const,
  subject: { id, name: shiftDate },
})

/** The entry of a shift that begins, or that is deleted. */
function insertShiftAudit(shift: Shift, isDeleted: boolean): Write {
  const { shiftDate, startTime, endTime, initialAmountCents, finalAmountCents } = shift
  const values = { shiftDate, startTime, endTime, initialAmountCents, finalAmountCents }
  return insertAuditEntry({
    ...aboutShift(shift),
    before: isDeleted ? values : null,
    after: isDeleted ? null : values,
  })
}
