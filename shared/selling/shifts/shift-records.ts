import type * as z from 'zod'
import { Failure, required } from '../../failure.ts'
import {
  collectionKey,
  type Item,
  idInKey,
  type Key,
  softDeletedKey,
} from '../../platform/dynamodb/keys.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import {
  conditionCheck,
  conditionCheckAbsent,
  deleteItem,
  insert,
  type OnConditionFailed,
  type Write,
} from '../../platform/dynamodb/write.ts'
import type * as wire from './shift.ts'

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
}

export const openShiftKey: Key = { pk: 'SHOP', sk: 'OPEN-SHIFT' }

const alreadyOpen = () => new Failure('shiftAlreadyOpen')

/** The open shift, if there is one. */
export async function findOpenShift(): Promise<Shift | undefined> {
  const open = await read<OpenShift>(openShiftKey)
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

/** Fails with `notFound` unless this shift is the open one. */
export const checkShiftOpen = (shiftId: string): Write =>
  conditionCheck(openShiftKey, thatNames(shiftId), () => new Failure('notFound'))

/** Fails unless this shift is the open one; then none is. */
export const deleteOpenShift = (
  shiftId: string,
  onConditionFailed: OnConditionFailed,
): Write => deleteItem(openShiftKey, thatNames(shiftId), onConditionFailed)

const thatNames = (shiftId: string) => ({
  when: '#shiftId = :shiftId',
  values: { shiftId },
})
