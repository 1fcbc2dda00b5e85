import type * as z from 'zod'
import {
  collectionKey,
  type Item,
  idInKey,
  type Key,
  softDeletedKey,
} from '../dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll, readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  conditionCheckAbsent,
  deleteItem,
  insert,
  type OnConditionFailed,
  put,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { nextZNumber } from '../sales/day-record.ts'
import { freezeDay } from '../sales/freeze-day.ts'
import { findUser, userKey } from '../staff/users.ts'
import type * as wire from './shift.ts'
import { insertZReport } from './z-reports.ts'

/**
 * A shift as it is stored; open while it has no endTime. Dates and times are the client's
 * texts. The closing amounts are kept when a shift is reopened.
 */
export type Shift = Item &
  Readonly<
    Omit<z.output<typeof wire.Shift>, 'initialAmount' | 'finalAmount' | 'difference'>
  > & {
    readonly initialAmountCents: number
    readonly finalAmountCents: number | null
    readonly differenceCents: number | null
    /** The Z reports of its closes; absent before the first. */
    readonly zNumbers?: readonly number[]
    /** Counts changes. */
    readonly version: number
  }

/** Names the open shift. There is one such record at most, so at most one shift is open. */
type OpenShift = Item & { readonly shiftId: string }

const openShiftKey: Key = { pk: 'SHOP', sk: 'OPEN-SHIFT' }

const shiftKey = (id: string): Key => collectionKey('SHIFT', id)

const notFound = () => new Failure('notFound')
const alreadyOpen = () => new Failure('shiftAlreadyOpen')

/** A shift; undefined when there is none or it was deleted. */
export const findShift = (id: string) => read<Shift>(shiftKey(id))

/** A shift. Throws `notFound`. */
export async function requireShift(id: string): Promise<Shift> {
  const shift = await findShift(id)
  if (!shift) throw notFound()
  return shift
}

/** A shift, also one that was deleted. */
export async function findKeptShift(id: string): Promise<Shift | undefined> {
  const [shift, deleted] = await readMany([
    shiftKey(id),
    softDeletedKey('SHIFT', idInKey(id)),
  ])
  return (shift ?? deleted) as Shift | undefined
}

/** Every shift that was not deleted. */
export const allShifts = (page?: Page) => readAll<Shift>({ pk: 'SHIFT' }, page)

/** The open shift, if there is one. */
export async function findOpenShift(): Promise<Shift | undefined> {
  const open = await read<OpenShift>(openShiftKey)
  const shift = open && (await findShift(open.shiftId))
  // It may have been closed between the two reads
  return shift?.endTime === null ? shift : undefined
}

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
  await transact(
    [
      insert(shift),
      checkUserExists(input.userId),
      endTime === null
        ? insertOpenShift(id)
        : conditionCheckAbsent(openShiftKey, alreadyOpen),
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
    const checks = [checkUserExists(input.userId)]
    if (current.endTime === null && endTime !== null) {
      const writes = [deleteOpenShift(id, versionConflict), ...checks]
      return closeDay(current, { changes: input, writes, response: noResponse, by })
    }
    const reopens = current.endTime !== null && endTime === null
    await transact(
      [
        updateUnchanged(current, ['version'], { set: input, add: { version: 1 } }),
        ...checks,
        ...(reopens ? [insertOpenShift(id)] : []),
      ],
      noResponse,
    )
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

/** When somebody asks for a change, and who. */
type Request = { readonly nowMs: number; readonly userId: string }

type DayClosing = {
  readonly changes: Partial<wire.ShiftInput & wire.ClosingAmounts>
  readonly writes: readonly Write[]
  readonly response: unknown
  readonly by: Request
}

/**
 * Closes an open shift: freezes the day as its Z and empties it in the same transaction.
 * Throws VersionConflict when the shift was changed since it was read.
 */
async function closeDay(current: Shift, { changes, writes, response, by }: DayClosing) {
  const userName = (await findUser(by.userId))?.name ?? null
  const given = Object.entries(changes).filter(([, value]) => value !== undefined)
  const closed: Shift = { ...current, ...Object.fromEntries(given) }
  await freezeDay((day, emptied) =>
    transact(
      [
        ...writes,
        updateUnchanged(current, ['version'], {
          set: {
            ...changes,
            zNumbers: [...(current.zNumbers ?? []), nextZNumber(day)],
          },
          add: { version: 1 },
        }),
        insertZReport(day, closed, { ...by, userName }),
        emptied,
      ],
      response,
    ),
  )
}

/**
 * Deletes a shift, for DELETE /shifts/{id}. After the open one is deleted another can be
 * opened. Throws `notFound`.
 */
export const softDeleteShift = (id: string) =>
  retryOnConflict(async () => {
    const current = await requireShift(id)
    await transact(
      [
        deleteUnchanged(current, ['version']),
        put({ ...current, ...softDeletedKey('SHIFT', id) }),
        ...(current.endTime === null ? [deleteOpenShift(id, versionConflict)] : []),
      ],
      noResponse,
    )
  })

/** Fails with `notFound` unless this shift is the open one. */
export const checkShiftOpen = (shiftId: string): Write =>
  conditionCheck(openShiftKey, thatNames(shiftId), notFound)

const checkUserExists = (id: string): Write =>
  conditionCheck(userKey(id), {}, () => new Failure('userNotFound'))

const insertOpenShift = (shiftId: string): Write =>
  insert({ ...openShiftKey, shiftId } satisfies OpenShift, alreadyOpen)

const deleteOpenShift = (shiftId: string, onConditionFailed: OnConditionFailed): Write =>
  deleteItem(openShiftKey, thatNames(shiftId), onConditionFailed)

const thatNames = (shiftId: string) => ({
  when: '#shiftId = :shiftId',
  values: { shiftId },
})
