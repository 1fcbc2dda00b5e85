import type { Item, Key } from '../dynamodb/keys.ts'
import { read } from '../dynamodb/read.ts'
import {
  conditionCheck,
  conditionCheckAbsent,
  deleteItem,
  insert,
  type OnConditionFailed,
  type Write,
} from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { findShift, type Shift } from './shift-records.ts'

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
