import { collectionKey, type Item, type Key, softDeletedKey } from '../dynamodb/keys.ts'
import { retryOnConflict, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import {
  conditionCheck,
  conditionCheckAbsent,
  deleteItem,
  insert,
  put,
  update,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { userKey } from './users.ts'

/** What a client says of a shift; in an update, what is undefined stays as it is. */
export type ShiftInput = {
  readonly userId: string
  readonly shiftDate: string
  readonly startTime: string
  readonly endTime?: string | null | undefined
  readonly notes: string
  readonly initialAmountCents?: number | undefined
}

/** What was counted for a shift's end; it stands while the shift is open once more. */
export type ClosingAmounts = {
  readonly finalAmountCents?: number | null | undefined
  /** Negative when money is missing. */
  readonly differenceCents?: number | null | undefined
}

/** A shift; open while it has no endTime. Its dates and times are the client's texts. */
export type Shift = Item & {
  readonly id: string
  readonly userId: string
  readonly shiftDate: string
  readonly startTime: string
  readonly endTime: string | null
  readonly notes: string
  readonly initialAmountCents: number
  readonly finalAmountCents: number | null
  readonly differenceCents: number | null
  /** Counts changes. */
  readonly version: number
}

/** Names the open shift. As there is one such record, there is one open shift at most. */
type OpenShift = Item & { readonly shiftId: string }

const openShiftKey: Key = { pk: 'SHOP', sk: 'OPEN-SHIFT' }

const shiftKey = (id: string): Key => collectionKey('SHIFT', id)

const stale = () => new VersionConflict()
const unknown = () => new Failure('notFound')
const shiftOpen = () => new Failure('shiftAlreadyOpen')

/** A live shift. */
export const findShift = (id: string) => read<Shift>(shiftKey(id))

/** Every live shift. */
export const allShifts = (page?: Page) => readAll<Shift>({ pk: 'SHIFT' }, page)

/** The shift that is open, if one is. */
export async function findOpenShift(): Promise<Shift | undefined> {
  const open = await read<OpenShift>(openShiftKey)
  const shift = open && (await findShift(open.shiftId))
  // It may have been closed between the two reads
  return shift?.endTime === null ? shift : undefined
}

/** Creates a shift, open unless it has an endTime. Throws `userNotFound`, `shiftAlreadyOpen`. */
export async function createShift(input: ShiftInput) {
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
      endTime === null ? insertOpenShift(id) : conditionCheckAbsent(openShiftKey, shiftOpen),
    ],
    { id },
  )
  return { id }
}

/**
 * Changes a shift; its endTime may close or reopen it. Throws `notFound`, `userNotFound`,
 * `shiftAlreadyOpen`.
 */
export const changeShift = (id: string, input: ShiftInput & ClosingAmounts) =>
  retryOnConflict(async () => {
    const held = await findShift(id)
    if (!held) throw unknown()
    const { endTime = held.endTime } = input
    const wasOpen = held.endTime === null
    const isOpen = endTime === null
    await transact(
      [
        update(held, { set: input, add: { version: 1 }, ...unchanged(held) }, stale),
        checkUserExists(input.userId),
        ...(isOpen && !wasOpen ? [insertOpenShift(id)] : []),
        ...(wasOpen && !isOpen ? [deleteOpenShift(id, stale)] : []),
      ],
      noResponse,
    )
  })

/** Closes the open shift now. Throws `notFound` when this shift is not it. */
export async function closeShift(id: string, amounts: ClosingAmounts, nowMs: number) {
  const closed = { ...amounts, endTime: String(nowMs) }
  await transact(
    [
      update(shiftKey(id), { set: closed, add: { version: 1 } }, unknown),
      deleteOpenShift(id, unknown),
    ],
    { id },
  )
  return { id }
}

/** Deletes a shift; the open one gives way to the next. Throws `notFound`. */
export const softDeleteShift = (id: string) =>
  retryOnConflict(async () => {
    const held = await findShift(id)
    if (!held) throw unknown()
    await transact(
      [
        deleteItem(held, unchanged(held), stale),
        put({ ...held, ...softDeletedKey('SHIFT', id) }),
        ...(held.endTime === null ? [deleteOpenShift(id, stale)] : []),
      ],
      noResponse,
    )
  })

const unchanged = ({ version }: Shift) => ({
  when: '#version = :seen',
  values: { seen: version },
})

const checkUserExists = (id: string): Write =>
  conditionCheck(userKey(id), {}, () => new Failure('userNotFound'))

const insertOpenShift = (shiftId: string): Write =>
  insert({ ...openShiftKey, shiftId } satisfies OpenShift, shiftOpen)

const deleteOpenShift = (shiftId: string, refusal: () => Error): Write =>
  deleteItem(
    openShiftKey,
    { when: '#shiftId = :mine', values: { mine: shiftId } },
    refusal,
  )
