import { addProducts, type BenchShop, cartOf } from './bench-shop.ts'

/** How a crowd of tills fares that all sell at once. */
export type TillsFigures = {
  readonly tills: number
  readonly sales: number
  readonly perSecond: number
  readonly medianMs: number
  readonly p99Ms: number
  /** Transactions for each sale: one, and one more for each number that was taken. */
  readonly transactions: number
}

/**
 * Sells for cash on many tills at once, each beginning its next sale when the one before is
 * done. Throws when a sale fails.
 */
export async function measureTills(
  shop: BenchShop,
  tills: number,
  salesPerTill: number,
): Promise<TillsFigures> {
  const products = await addProducts(shop, tills)
  const times: number[] = []
  shop.proxy.reset()
  const startMs = performance.now()
  await Promise.all(
    products.map(async (product) => {
      for (let n = 0; n < salesPerTill; n += 1) times.push(await timedSale(shop, product))
    }),
  )
  const seconds = (performance.now() - startMs) / 1_000
  const transactions = [...shop.proxy.calls()].filter(
    ({ operation }) => operation === 'TransactWriteItems',
  ).length
  times.sort((one, other) => one - other)
  const at = (share: number) => times[Math.ceil(times.length * share) - 1] ?? Number.NaN
  return {
    tills,
    sales: times.length,
    perSecond: times.length / seconds,
    medianMs: at(0.5),
    p99Ms: at(0.99),
    transactions: transactions / times.length,
  }
}

async function timedSale(shop: BenchShop, product: string): Promise<number> {
  const startMs = performance.now()
  const { status } = await shop.till.post(
    '/store/orders/checkout',
    cartOf(shop, [product]),
  )
  if (status !== 201) throw new Error(`a sale among many: ${status}`)
  return performance.now() - startMs
}
