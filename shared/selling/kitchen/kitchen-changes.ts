import { isDeepStrictEqual } from 'node:util'
import { isFired, type OrderLine } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'

/** Where the kitchen brings dishes: to a table, or without one to an order. */
export type Place = Pick<RestaurantOrderRecord, 'id' | 'tableId'>

/** What a kitchen has to know of lines that it was sent. */
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
  /** The order that the lines of a deleted one were merged into. */
  readonly mergedInto?: Place | undefined
}

/** What a committed change of an order means to a kitchen that has lines of it on paper. */
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

const isElsewhere = (from: Place, to: Place) =>
  from.tableId !== to.tableId || (to.tableId === null && from.id !== to.id)

const movedLines = (lines: readonly OrderLine[], from: Place, to: Place) =>
  isElsewhere(from, to) ? [{ kind: 'moved' as const, lines, from, to }] : []

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

function gone(order: RestaurantOrderRecord, into: Place | undefined): KitchenChange[] {
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
        next.notes === line.notes &&
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
    ...movedLines(kept, before, after),
  ]
}
