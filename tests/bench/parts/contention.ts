import { startFaultProxy } from '../../faults/proxy.ts'
import { accepted, addProducts, cartOf, openBenchShop } from '../bench-shop.ts'
import { withEngines } from '../engines.ts'
import { percentile, type Section, sectionOf } from '../section.ts'

/** Time for which a transaction is busy with its records, in ms, as on AWS. */
const busyMs = 30

/** Tills that sell at once, and how often each. */
const [crowd, rounds] = [10, 10]

/** Goods that tills sell at the same time: each a product of its own, or all one product. */
const goods = { 'products of their own': true, 'one product': false } as const

/** Sales of one shop at a table whose transactions refuse each other, as on AWS. */
export const measure = (): Promise<Section[]> =>
  withEngines(async ({ dynamoDb, queues }) => {
    const proxy = await startFaultProxy(dynamoDb, { busyMs })
    const shop = await openBenchShop(proxy.endpoint, queues)
    try {
      const products = await addProducts(shop, crowd)
      const figures = []
      for (const [what, isOwn] of Object.entries(goods)) {
        proxy.reset()
        const times: number[] = []
        const sell = async (product: string) => {
          const startMs = performance.now()
          const cart = cartOf(shop, [product])
          await accepted(shop.till.post('/store/orders/checkout', cart))
          times.push(performance.now() - startMs)
        }
        const startMs = performance.now()
        await Promise.all(
          products.map(async (own) => {
            const product = isOwn ? own : (products[0] ?? own)
            for (let round = 0; round < rounds; round += 1) await sell(product)
          }),
        )
        const seconds = (performance.now() - startMs) / 1_000
        const tried = proxy
          .calls()
          .filter(({ operation }) => operation === 'TransactWriteItems').length
        times.sort((one, other) => one - other)
        figures.push({
          what,
          perSecond: times.length / seconds,
          p50Ms: percentile(times, 0.5),
          p99Ms: percentile(times, 0.99),
          triesPerSale: tried / times.length,
        })
      }
      return [
        sectionOf(
          `Sales of ${crowd} tills, where transactions refuse each other for ${busyMs} ms, in ms`,
          figures,
          ({ what, perSecond, p50Ms, p99Ms, triesPerSale }) => ({
            'tills sell': what,
            'sales a second': perSecond.toFixed(1),
            median: p50Ms.toFixed(0),
            p99: p99Ms.toFixed(0),
            'tries a sale': triesPerSale.toFixed(2),
          }),
        ),
      ]
    } finally {
      await shop.close()
      proxy.close()
    }
  })
