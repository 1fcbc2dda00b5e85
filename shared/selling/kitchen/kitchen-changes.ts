import { isDeepStrictEqual } from 'node:util'
import { isFired, type OrderLine } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'

/** Destination of dishes: a table, or without one an order. */
export type Place = Pick<RestaurantOrderRecord, 'id' | 'tableId'>

/** A change of lines that the kitchen was sent. */
export type KitchenChange = {
  readonly lines: readonly OrderLine[]
  /** The notes of changed lines as the kitchen read them. */
  readonly notesBefore?: string | null
} & (
  | { readonly kind: 'cancelled' | 'changed' }
  | { readonly kind: 'moved'; readonly from: Place; readonly to: Place }
)

type Versions = {
  readonly before?: RestaurantOrderRecord | undefined
  readonly after?: RestaurantOrderRecord | undefined
  /**
   * Place of the lines of a deleted order that was merged, null if unknown; undefined for
   * an order that was not merged.
   */
  readonly mergedInto?: Place | null | undefined
}

/** Returns the news of a committed order change for a kitchen with lines of it on paper. */
export function kitchenChangesOf(versions: Versions): KitchenChange[] {
  const { before, after, mergedInto } = versions
  const changes = !before
    ? after
      ? splitOff(after)
      : []
    : after
      ? changed(before, after)
      : gone(before, mergedInto)
  return changes.filter(({ lines }) => lines.length > 0)
}

const isInKitchen = (line: OrderLine) => isFired(line) && line.status !== 'cancelled'

const notesOf = ({ notes }: OrderLine) => (notes ?? '').trim()

const isElsewhere = (from: Place, to: Place) =>
  from.tableId !== to.tableId || (to.tableId === null && from.id !== to.id)

/** Returns the lines that are still to be brought. */
function movedLines(lines: readonly OrderLine[], from: Place, to: Place) {
  if (!isElsewhere(from, to)) return []
  const unserved = lines.filter(({ status }) => status !== 'done')
  return [{ kind: 'moved' as const, lines: unserved, from, to }]
}

/** Lines that a split took to a new order stay at their table; without one they have a new code. */
function splitOff(order: RestaurantOrderRecord): KitchenChange[] {
  const [from] = order.firedIn ?? []
  if (from === undefined) return []
  return movedLines(
    order.lines.filter(isInKitchen),
    { id: from, tableId: order.tableId },
    order,
  )
}

function gone(
  order: RestaurantOrderRecord,
  into: Place | null | undefined,
): KitchenChange[] {
  if (into === null) return []
  const lines = order.lines.filter(isInKitchen)
  return into ? movedLines(lines, order, into) : [{ kind: 'cancelled', lines }]
}

function changed(
  before: RestaurantOrderRecord,
  after: RestaurantOrderRecord,
): KitchenChange[] {
  const now = new Map(after.lines.map((line) => [line.id, line]))
  const { movedOut } = after
  const splitOff = movedOut?.revision === after.revision ? movedOut.lineIds : []
  const had = before.lines.filter((line) => isFired(line) && !splitOff.includes(line.id))
  const cancelled = had.filter((line) => {
    const { status = 'cancelled' } = now.get(line.id) ?? {}
    return line.status !== 'cancelled' && status === 'cancelled'
  })
  const rewritten = had.flatMap((line) => {
    const next = now.get(line.id)
    const isSame =
      !next ||
      next.status === 'cancelled' ||
      (line.status !== 'cancelled' &&
        notesOf(next) === notesOf(line) &&
        isDeepStrictEqual(next.modifiers ?? [], line.modifiers ?? []))
    if (isSame) return []
    const notesBefore = line.status === 'cancelled' ? null : line.notes
    return { kind: 'changed' as const, lines: [next], notesBefore }
  })
  const kept = after.lines.filter(
    (line) => isInKitchen(line) && had.some(({ id }) => id === line.id),
  )
  return [
    { kind: 'cancelled', lines: cancelled },
    ...rewritten,
    // A client that settles or closes an order may take its table away
    ...(after.status === 'open' ? movedLines(kept, before, after) : []),
  ]
}
