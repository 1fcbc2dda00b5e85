import { formatCents } from '../money/decimal.ts'
import { findOrders } from '../sales/orders.ts'
import type { StoreOrderRecord } from '../store/store-orders.ts'
import { readDay } from '../time/day.ts'
import type { DaySales } from './day-sales.ts'

/**
 * The total sales of a UTC day: the restaurant's paid orders and the store's settled
 * orders. Throws `malformedDay`.
 */
export async function readDaySales(date: string): Promise<DaySales> {
  const day = readDay('date', date)
  const days = { from: day, to: day }
  const [store, restaurant] = await Promise.all([
    findOrders<StoreOrderRecord>('store', days),
    findOrders('restaurant', days),
  ])
  const sold = [
    ...store.filter(({ settled }) => settled),
    ...restaurant.filter(({ status }) => status === 'paid'),
  ]
  // The sum may be larger than a number can hold exactly; it is sent as a text
  const cents = sold.reduce((sum, { totalCents }) => sum + BigInt(totalCents), 0n)
  // One fraction digit, or two if the second is not 0
  return { date: day, total_sales: formatCents(cents).replace(/0$/, '') }
}
