import type { StoreOrderRecord } from '../checkout/store-orders.ts'
import { formatCents } from '../money/decimal.ts'
import { findOrders } from '../sales/orders.ts'
import { readDay } from '../time/day.ts'
import { periodOf } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'
import type { DaySales } from './day-sales.ts'

/**
 * The total sales of a day of a time zone: the restaurant's paid orders and the store's
 * settled orders. Throws `malformedDay`.
 */
export async function readDaySales(date: string, timezone: Timezone): Promise<DaySales> {
  const day = readDay('date', date)
  const period = periodOf({ from: day, to: day }, timezone)
  const [store, restaurant] = await Promise.all([
    findOrders<StoreOrderRecord>('store', period),
    findOrders('restaurant', period),
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
