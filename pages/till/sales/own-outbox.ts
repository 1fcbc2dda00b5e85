import { keep, keepTogether, keptUnder, parsed, takeOver } from '../../parts/kept.ts'
import { takenSales } from '../../parts/taken-sales.ts'
import { outboxIn } from './outbox.ts'
import type { OfflinePending } from './pending-sale.ts'

/** The outbox of this browser: it outlives the page, and its windows share it. */
export const outbox = outboxIn(
  { under: keptUnder, keep, change: keepTogether },
  takenSales<OfflinePending>(),
)

// Releases up to 0.3.1 kept their sales in local storage
takeOver('till.sales', async (left) => {
  const sales = parsed(left)
  if (!Array.isArray(sales)) return true
  const kept = await Promise.all(
    sales
      .filter((sale) => typeof sale?.saleId === 'string' && sale.request)
      .map((sale) => outbox.put({ ...sale, isSent: true })),
  )
  return kept.every(Boolean)
})
