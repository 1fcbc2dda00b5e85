import type { Answer } from '../support/client.ts'
import { addProducts, type CountedShop, cartOf } from './bench-shop.ts'
import { writeSales } from './bulk-orders.ts'

/** The cost of a request in a small and in a large table. */
export type Growth = {
  readonly request: string
  /** Capacity units with 1,000 and with 100,000 orders of other days in the table. */
  readonly small: number
  readonly large: number
}

const day = '2026-03-15'
const other = { from: '2025-01-01', days: 365 }
const [few, many] = [1_000, 100_000]

/** Counts the capacity units of requests about one day, with few and with many other orders. */
export async function measureGrowth(
  shop: CountedShop,
  dynamoDbEndpoint: string,
): Promise<Growth[]> {
  const { userId } = shop
  const products = await addProducts(shop, 3)
  await writeSales(dynamoDbEndpoint, { userId, count: 50, from: day, days: 1 })
  await writeSales(dynamoDbEndpoint, { userId, count: few, ...other })
  const small = await costs(shop, products)
  await writeSales(dynamoDbEndpoint, { userId, count: many - few, ...other })
  const large = await costs(shop, products)
  return [...small].map(([request, units]) => ({
    request,
    small: units,
    large: large.get(request) ?? Number.NaN,
  }))
}

async function costs(shop: CountedShop, products: readonly string[]) {
  const { till, proxy } = shop
  const requests: Record<string, () => Promise<Answer>> = {
    'GET /orders/with-payments, one day of 50': () =>
      till.get(`/orders/with-payments?startDate=${day}&endDate=${day}`),
    'GET /orders/total-sales, the same day': () => till.get(`/orders/total-sales/${day}`),
    'GET /reports, the same day': () =>
      till.get(`/reports?startDate=${day}&endDate=${day}`),
    'GET /store/orders, a page of 50': () => till.get('/store/orders?limit=50'),
    'GET /orders, none in the restaurant': () => till.get('/orders'),
    'POST /store/orders/checkout, 3 products': () =>
      till.post('/store/orders/checkout', cartOf(shop, products)),
  }
  const units = new Map<string, number>()
  for (const [request, send] of Object.entries(requests)) {
    proxy.reset()
    const { status, body } = await send()
    if (status >= 400) throw new Error(`${request}: ${status} ${JSON.stringify(body)}`)
    const calls = [...proxy.calls()]
    units.set(
      request,
      calls.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0),
    )
  }
  return units
}
