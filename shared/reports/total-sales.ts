import { formatCents } from '../money/decimal.ts'
import { findOrders } from '../sales/orders.ts'
import type { StoreOrderRecord } from '../store/store-orders.ts'
import { readDay } from '../time/day.ts'

/** What was sold on a UTC day: paid orders of the restaurant and settled store sales. */
export async function salesOf(date: string) {
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
  // A day's sum may outgrow the numbers that are exact, and its answer is a text
  const cents = sold.reduce((sum, { totalCents }) => sum + BigInt(totalCents), 0n)
  // One fraction digit, two where they are needed
  return { date: day, total_sales: formatCents(cents).replace(/0$/, '') }
}
