import type * as z from 'zod'
import {
  collectionKey,
  type Item,
  idInKey,
  type Key,
  softDeletedKey,
} from '../dynamodb/keys.ts'
import type { Page } from '../dynamodb/page.ts'
import { read, readAll, readMany } from '../dynamodb/read.ts'
import { Failure } from '../failure.ts'
import type * as wire from './shift.ts'

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

export const shiftKey = (id: string): Key => collectionKey('SHIFT', id)

/** A shift; undefined when there is none or it was deleted. */
export const findShift = (id: string) => read<Shift>(shiftKey(id))

/** A shift. Throws `notFound`. */
export async function requireShift(id: string): Promise<Shift> {
  const shift = await findShift(id)
  if (!shift) throw new Failure('notFound')
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
