import { Failure } from '../failure.ts'
import {
  findRestaurantOrder,
  type RestaurantOrderRecord,
} from '../restaurant/restaurant-orders.ts'

/** Throws `orderPaid` for an order that was paid in any way. */
export function refusePaid({ sale, status, payments }: RestaurantOrderRecord): void {
  if (sale || status === 'paid' || payments.length > 0) throw new Failure('orderPaid')
}

/** An order that can still be divided. Throws `notFound`, `orderPaid`. */
export async function findUnpaidOrder(id: string): Promise<RestaurantOrderRecord> {
  const order = await findRestaurantOrder(id)
  if (!order) throw new Failure('notFound')
  refusePaid(order)
  return order
}
