import type { Answer } from '../support/client.ts'
import { type BenchShop, cartOf } from './bench-shop.ts'
import { percentile } from './section.ts'

/** Times of one kind of request over warm functions, in milliseconds. */
export type Latency = {
  readonly request: string
  readonly count: number
  readonly medianMs: number
  readonly p99Ms: number
  /** The budget of the median, where there is one. */
  readonly budgetMs?: number
}

/** Measures sequential HTTP requests, after a warm-up. */
export async function measureLatencies(
  shop: BenchShop,
  products: readonly string[],
): Promise<Latency[]> {
  const { till } = shop
  const kinds: [request: string, send: () => Promise<Answer>][] = [
    ['GET /api/health', () => till.get('/api/health')],
    ['POST /auth/login', () => shop.login()],
    ['GET /products', () => till.get('/products')],
    ['GET /orders/with-payments', () => till.get('/orders/with-payments')],
    [
      'POST /store/orders/checkout',
      () => till.post('/store/orders/checkout', cartOf(shop, products.slice(0, 2))),
    ],
  ]
  const latencies: Latency[] = []
  for (const [request, send] of kinds) latencies.push(await latencyOf(request, send))
  return latencies
}

const measured = 200

/** Measures sequential requests of one kind, after some that do not count. Throws when one fails. */
export async function latencyOf(
  request: string,
  send: () => Promise<Pick<Answer, 'status'>>,
  warmUps = 20,
): Promise<Latency> {
  const times: number[] = []
  for (let n = 0; n < warmUps + measured; n += 1) {
    const startMs = performance.now()
    const { status } = await send()
    if (status >= 400) throw new Error(`${request}: ${status}`)
    if (n >= warmUps) times.push(performance.now() - startMs)
  }
  return summaryOf(request, times)
}

/** The median and the 99th percentile of times in ms; of few times that is the longest. */
export function summaryOf(request: string, times: readonly number[]): Latency {
  const sorted = times.toSorted((one, other) => one - other)
  const [medianMs, p99Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.99)]
  return { request, count: sorted.length, medianMs, p99Ms }
}
