import { readAll, readMany } from '../../platform/dynamodb/read.ts'
import { ordersOfStatusIndex } from '../../platform/dynamodb/schema.ts'
import type { Counted } from '../sales/counted-rows.ts'
import { type Order, orderKey } from '../sales/orders.ts'
import { type SeenOrder, wasSeen } from '../sales/seen-lines.ts'
import { type BaseCurrency, baseCurrencyKey } from '../shop-config/config.ts'
import { isOfOtherCurrency, shopCurrencies } from '../shop-config/currency-history.ts'

type ListedOrder = Order & Partial<SeenOrder> & { readonly printed?: unknown }

/**
 * Counts and sums open bills that the kitchen or guests have seen. A bill that was begun
 * in another currency counts, but is in no sum.
 */
export async function readOpenBills(): Promise<Counted<number>> {
  const listed = await readAll<Order>({ pk: 'open', index: ordersOfStatusIndex })
  if (listed.length === 0) return { count: 0, cents: 0 }
  const [base, ...orders] = await readMany<[BaseCurrency, ...ListedOrder[]]>([
    baseCurrencyKey,
    ...listed.map(({ id }) => orderKey(id)),
  ])
  const currencies = shopCurrencies(base)
  const seen = orders.filter(
    (order) =>
      order?.status === 'open' &&
      !order.sale &&
      (order.printed !== undefined || order.lines?.some(wasSeen)),
  )
  const summed = seen.filter(
    (order) => !order?.lines?.some((line) => isOfOtherCurrency(line, currencies)),
  )
  const cents = summed.reduce((sum, order) => sum + (order?.totalCents ?? 0), 0)
  return { count: seen.length, cents }
}
