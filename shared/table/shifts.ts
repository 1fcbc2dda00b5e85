import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import type { Page } from '../page.ts'
import { commit } from './commit.ts'
import { type Item, inCollection, type Key, retired } from './keys.ts'
import { read, readAll } from './read.ts'
import { Stale, untilFresh } from './stale.ts'
import { userKey } from './users.ts'
import { change, forbid, insert, put, remove, require, type Write } from './write.ts'

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

const shiftKey = (id: string): Key => inCollection('SHIFT', id)

const stale = () => new Stale()
const unknown = () => new Failure('unknown')
const shiftOpen = () => new Failure('shiftOpen')

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

/** Creates a shift, open unless it has an endTime. Throws `unknownUser`, `shiftOpen`. */
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
  await commit(
    [
      insert(shift),
      requireUser(input.userId),
      endTime === null ? becomeOpen(id) : forbid(openShiftKey, shiftOpen),
    ],
    { id },
  )
  return { id }
}

/**
 * Changes a shift; its endTime may close or reopen it. Throws `unknown`, `unknownUser`,
 * `shiftOpen`.
 */
export const updateShift = (id: string, input: ShiftInput & ClosingAmounts) =>
  untilFresh(async () => {
    const held = await findShift(id)
    if (!held) throw unknown()
    const { endTime = held.endTime } = input
    const wasOpen = held.endTime === null
    const isOpen = endTime === null
    await commit([
      change(held, { set: input, add: { version: 1 }, ...unchanged(held) }, stale),
      requireUser(input.userId),
      ...(isOpen && !wasOpen ? [becomeOpen(id)] : []),
      ...(wasOpen && !isOpen ? [ceaseOpen(id, stale)] : []),
    ])
  })

/** Closes the open shift now. Throws `unknown` when this shift is not it. */
export async function closeShift(id: string, amounts: ClosingAmounts, nowMs: number) {
  const closed = { ...amounts, endTime: String(nowMs) }
  await commit(
    [
      change(shiftKey(id), { set: closed, add: { version: 1 } }, unknown),
      ceaseOpen(id, unknown),
    ],
    { id },
  )
  return { id }
}

/** Deletes a shift; the open one gives way to the next. Throws `unknown`. */
export const retireShift = (id: string) =>
  untilFresh(async () => {
    const held = await findShift(id)
    if (!held) throw unknown()
    await commit([
      remove(held, unchanged(held), stale),
      put({ ...held, ...retired('SHIFT', id) }),
      ...(held.endTime === null ? [ceaseOpen(id, stale)] : []),
    ])
  })

const unchanged = ({ version }: Shift) => ({
  when: '#version = :seen',
  values: { seen: version },
})

const requireUser = (id: string): Write =>
  require(userKey(id), {}, () => new Failure('unknownUser'))

const becomeOpen = (shiftId: string): Write =>
  insert({ ...openShiftKey, shiftId } satisfies OpenShift, shiftOpen)

const ceaseOpen = (shiftId: string, refusal: () => Error): Write =>
  remove(openShiftKey, { when: '#shiftId = :mine', values: { mine: shiftId } }, refusal)
