import { isFired, type OrderLine } from '../restaurant/order-line.ts'
import type { RestaurantOrderRecord } from '../restaurant/restaurant-orders.ts'

/** Orders whose print jobs are read beside an order's own. */
const maxOrders = 10

/**
 * Under which other orders the lines of an order were sent to the kitchen, after these of
 * them have moved to it: their print jobs stay where they were recorded.
 */
export function firedInAfter(
  to: Pick<RestaurantOrderRecord, 'id' | 'firedIn'>,
  from: RestaurantOrderRecord,
  moved: readonly OrderLine[],
): readonly string[] | undefined {
  const wasFired = moved.some(isFired)
  const all = [
    ...(wasFired ? [from.id, ...(from.firedIn ?? [])] : []),
    ...(to.firedIn ?? []),
  ]
  const others = [...new Set(all)].filter((id) => id !== to.id)
  return others.length > 0 ? others.slice(0, maxOrders) : undefined
}
