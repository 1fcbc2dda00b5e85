import type * as z from 'zod'
import { Failure, required } from '../../failure.ts'
import {
  collectionKey,
  type Item,
  idInKey,
  type Key,
  softDeletedKey,
} from '../../platform/dynamodb/keys.ts'
import { versionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import {
  conditionCheck,
  conditionCheckAbsent,
  deleteItem,
  insert,
  type OnConditionFailed,
  update,
  type Write,
} from '../../platform/dynamodb/write.ts'
import type * as wire from './shift.ts'

/** The cash of a drawer in cents; a till's, or the shop's own for null. */
export type DrawerCents = { readonly tillId: string | null; readonly amountCents: number }

export type ClosingAmount = 'finalAmountCents' | 'differenceCents'

/**
 * A shift as it is stored; open while it has no endTime. Dates and times are the client's
 * texts. The closing amounts are kept when a shift is reopened, but no further Z has them.
 */
export type Shift = Item &
  Readonly<
    Omit<z.output<typeof wire.Shift>, 'initialAmount' | 'finalAmount' | 'difference'>
  > & {
    readonly initialAmountCents: number
    readonly finalAmountCents: number | null
    readonly differenceCents: number | null
    /** The closing amounts that are those of a close before the shift was reopened. */
    readonly amountsOfEarlierClose?: readonly ClosingAmount[]
    /** The Z reports of its closes; absent before the first. */
    readonly zNumbers?: readonly number[]
    /** The drawers of tills at its beginning; absent where all cash was the shop's own. */
    readonly drawers?: readonly DrawerCents[]
    /** Its close has begun, and not ended. */
    readonly closing?: ShiftClosing
    /** Counts changes. */
    readonly version: number
  }

export const shiftKey = (id: string): Key => collectionKey('SHIFT', id)

/** A shift; undefined when there is none or it was deleted. */
export const findShift = (id: string) => read<Shift>(shiftKey(id))

/** A shift. Throws `notFound`. */
export async function requireShift(id: string): Promise<Shift> {
  return required(await findShift(id))
}

/** A shift, also one that was deleted. */
export async function findKeptShift(id: string): Promise<Shift | undefined> {
  const keys = [shiftKey(id), softDeletedKey('SHIFT', idInKey(id))]
  const [shift, deleted] = await readMany<Shift[]>(keys)
  return shift ?? deleted
}

/** Every shift that was not deleted. */
export const allShifts = (page?: Page) => readAll<Shift>({ pk: 'SHIFT' }, page)

/** Names the open shift. There is one such record at most, so at most one shift is open. */
export type OpenShift = Item & {
  readonly shiftId: string
  /** Absent for a shift that release 0.2 opened. */
  readonly openedAtMs?: number
  /** The number of the Z that its close is making, part by part. */
  readonly closing?: number
  /** The parts that it has frozen. */
  readonly frozen?: number
}

export const openShiftKey: Key = { pk: 'SHOP', sk: 'OPEN-SHIFT' }

/**
 * A close that goes on part by part; whichever caller finishes it makes the Z that it began.
 */
export type ShiftClosing = {
  readonly zNumber: number
  readonly userId: string
  readonly atMs: number
  /** Changes that its Z makes to the shift. */
  readonly changes: Readonly<Record<string, unknown>>
  readonly drawers: readonly DrawerCents[]
}

const alreadyOpen = () => new Failure('shiftAlreadyOpen')

/** The open shift, if there is one. */
export async function findOpenShift(): Promise<Shift | undefined> {
  const open = await read<OpenShift>(openShiftKey)
  // Its Z has a number already
  if (open?.closing !== undefined) return undefined
  const shift = open && (await findShift(open.shiftId))
  // It may have been closed between the two reads
  return shift?.endTime === null ? shift : undefined
}

/** Makes a shift the open one. Fails with `shiftAlreadyOpen`. */
export const insertOpenShift = (shiftId: string): Write =>
  insert(
    { ...openShiftKey, shiftId, openedAtMs: Date.now() } satisfies OpenShift,
    alreadyOpen,
  )

/** Fails with `shiftAlreadyOpen` while a shift is open. */
export const checkNoneOpen = (): Write => conditionCheckAbsent(openShiftKey, alreadyOpen)

/** Fails with `notFound` unless this shift is the open one, and is not closing. */
export const checkShiftOpen = (shiftId: string): Write =>
  conditionCheck(
    openShiftKey,
    {
      when: '#shiftId = :shiftId AND attribute_not_exists(#closing)',
      values: { shiftId },
    },
    () => new Failure('notFound'),
  )

/** Removes the open shift; fails unless it is this one. */
export const deleteOpenShift = (
  shiftId: string,
  onConditionFailed: OnConditionFailed,
): Write => deleteItem(openShiftKey, thatNames(shiftId), onConditionFailed)

/** Begins the close of the open shift, for a Z of this number that has some parts already, or none. */
export const updateClosing = (
  shiftId: string,
  zNumber: number,
  frozen: number,
  onConditionFailed: OnConditionFailed,
): Write =>
  update(
    openShiftKey,
    {
      set: { closing: zNumber, frozen },
      when: '#shiftId = :shiftId AND attribute_not_exists(#closing)',
      values: { shiftId },
    },
    onConditionFailed,
  )

/** Ends a close with these parts, after which no shift is open. */
export const deleteClosing = (shiftId: string, zNumber: number, frozen: number): Write =>
  deleteItem(
    openShiftKey,
    {
      when: '#shiftId = :shiftId AND #closing = :zNumber AND #frozen = :frozen',
      values: { shiftId, zNumber, frozen },
    },
    versionConflict,
  )

const thatNames = (shiftId: string) => ({
  when: '#shiftId = :shiftId',
  values: { shiftId },
})
