import type { Answer } from '../support/client.ts'
import { addProducts, type BenchShop, cartOf } from './bench-shop.ts'
import { openCountedAgent } from './counted-agent.ts'
import { engineCpuMs } from './engine-process.ts'
import { percentile } from './section.ts'

/** Figures of a crowd of tills. Times are in ms; processor times are ms a request. */
export type TillsFigures = {
  readonly tills: number
  readonly requests: number
  readonly perSecond: number
  readonly p50Ms: number
  readonly p95Ms: number
  readonly p99Ms: number
  /** Of the local engine. */
  readonly engineCpuMs: number
  /** Of everything else: functions, gateway, queue, and the tills themselves. */
  readonly ownCpuMs: number
}

/** Jobs go to agents that were heard of lately. */
const heartbeatMs = 10_000

/** Every tenth customer brings something back. */
const customersPerRefund = 10

/** Opens tills for a day's work. A till begins its next request when the one before is done. */
export async function openTills(shop: BenchShop, dynamoDbEndpoint: string) {
  const agent = await openCountedAgent(shop, 'till')
  const printerId = await agent.preparePrinter(shop.till)
  const products = await addProducts(shop, 50)

  /** Serves a number of customers on each of a number of tills at once. */
  return async (tills: number, customersPerTill: number): Promise<TillsFigures> => {
    const times: number[] = []
    const timed = async (send: () => Promise<Answer>): Promise<Answer> => {
      const startMs = performance.now()
      const answer = await send()
      times.push(performance.now() - startMs)
      if (answer.status < 400) return answer
      throw new Error(
        `a till among many: ${answer.status} ${JSON.stringify(answer.body)}`,
      )
    }
    const serve = async (product: string, isRefunded: boolean) => {
      const { till } = shop
      await timed(() => till.get('/products'))
      const cart = cartOf(shop, [product])
      const sold = await timed(() => till.post('/store/orders/checkout', cart))
      const { orderId } = sold.body
      const ticket = { printerType: 'CUSTOMER', printerId, orderId }
      await timed(() => till.post('/printers/print', ticket))
      if (isRefunded) await timed(() => till.post(`/store/orders/${orderId}/refund`, {}))
    }
    const begun = { ms: performance.now(), own: process.cpuUsage() }
    const engineBeforeMs = engineCpuMs(dynamoDbEndpoint)
    const heartbeat = setInterval(() => void agent.report(), heartbeatMs)
    await Promise.all(
      products.slice(0, tills).map(async (product, at) => {
        for (let n = 1; n <= customersPerTill; n += 1) {
          await serve(product, (at + n) % customersPerRefund === 0)
        }
      }),
    )
    clearInterval(heartbeat)
    const { user, system } = process.cpuUsage(begun.own)
    const seconds = (performance.now() - begun.ms) / 1_000
    times.sort((one, other) => one - other)
    return {
      tills,
      requests: times.length,
      perSecond: times.length / seconds,
      p50Ms: percentile(times, 0.5),
      p95Ms: percentile(times, 0.95),
      p99Ms: percentile(times, 0.99),
      engineCpuMs: (engineCpuMs(dynamoDbEndpoint) - engineBeforeMs) / times.length,
      ownCpuMs: (user + system) / 1_000 / times.length,
    }
  }
}
