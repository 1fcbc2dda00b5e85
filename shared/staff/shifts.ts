import type * as z from 'zod'
import { collectionKey, type Item, type Key, softDeletedKey } from '../dynamodb/keys.ts'
import {
  deleteUnchanged,
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  conditionCheckAbsent,
  deleteItem,
  insert,
  type OnConditionFailed,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type * as wire from './shift.ts'
import { userKey } from './users.ts'

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
 * Changes a shift, for PUT /shifts/{id}. Its endTime may close or reopen it. Throws
 * `notFound`, `userNotFound`, `shiftAlreadyOpen`.
 */
export const changeShift = (id: string, input: wire.ShiftInput & wire.ClosingAmounts) =>
  retryOnConflict(async () => {
    const current = await findShift(id)
    if (!current) throw notFound()
    const { endTime = current.endTime } = input
    const wasOpen = current.endTime === null
    const isOpen = endTime === null
    await transact(
      [
        updateUnchanged(current, ['version'], { set: input, add: { version: 1 } }),
        checkUserExists(input.userId),
        ...(isOpen && !wasOpen ? [insertOpenShift(id)] : []),
        ...(wasOpen && !isOpen ? [deleteOpenShift(id, versionConflict)] : []),
      ],
      noResponse,
    )
  })

/**
 * Closes the open shift now, for POST /shifts/{id}/close. Throws `notFound` when another
 * shift is open or none.
 */
export async function closeShift(
  id: string,
  amounts: wire.ClosingAmounts,
  nowMs: number,
) {
  const closed = { ...amounts, endTime: String(nowMs) }
  await transact(
    [
      update(shiftKey(id), { set: closed, add: { version: 1 } }, notFound),
      deleteOpenShift(id, notFound),
    ],
    { id },
  )
  return { id }
}

/**
 * Deletes a shift, for DELETE /shifts/{id}. After the open one is deleted another can be
 * opened. Throws `notFound`.
 */
export const softDeleteShift = (id: string) =>
  retryOnConflict(async () => {
    const current = await findShift(id)
    if (!current) throw notFound()
    await transact(
      [
        deleteUnchanged(current, ['version']),
        put({ ...current, ...softDeletedKey('SHIFT', id) }),
        ...(current.endTime === null ? [deleteOpenShift(id, versionConflict)] : []),
      ],
      noResponse,
    )
  })

const checkUserExists = (id: string): Write =>
  conditionCheck(userKey(id), {}, () => new Failure('userNotFound'))

const insertOpenShift = (shiftId: string): Write =>
  insert({ ...openShiftKey, shiftId } satisfies OpenShift, alreadyOpen)

const deleteOpenShift = (shiftId: string, onConditionFailed: OnConditionFailed): Write =>
  deleteItem(
    openShiftKey,
    { when: '#shiftId = :closing', values: { closing: shiftId } },
    onConditionFailed,
  )
