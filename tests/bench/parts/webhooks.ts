import { openReceiver } from '../../support/receiver.ts'
import { accepted, addProducts, cartOf, openBenchShop } from '../bench-shop.ts'
import { withShop } from '../engines.ts'
import { summaryOf } from '../latency.ts'
import { latencyRow } from '../latency-row.ts'
import { type Section, sectionOf } from '../section.ts'

const sales = 60

const open = (dynamoDb: string, queues: string) =>
  openBenchShop(dynamoDb, queues, undefined, {}, {})

/** From the answer to a sale, which is committed then, to its webhook's arrival. */
export const measure = (): Promise<Section[]> =>
  withShop(open, async (shop) => {
    const receiver = await openReceiver()
    const input = { url: receiver.url, events: ['sale.completed'] }
    await accepted(shop.till.post('/webhooks', input))
    const products = await addProducts(shop, 1)
    const times: number[] = []
    // The first loads the functions
    for (let n = 0; n <= sales; n += 1) {
      const arrived = new Promise<void>((done) => {
        receiver.answers((response) => {
          response.writeHead(204).end()
          done()
        })
      })
      const cart = cartOf(shop, products)
      await accepted(shop.till.post('/store/orders/checkout', cart))
      const startMs = performance.now()
      await arrived
      if (n > 0) times.push(performance.now() - startMs)
    }
    await receiver.close()
    const figures = [summaryOf('sale.completed', times)]
    return [
      sectionOf('From a sale to its webhook, in ms', figures, latencyRow, ([latency]) => [
        [
          'a sale to the arrival of its webhook',
          `${latency?.medianMs.toFixed(1)} ms, p99 ${latency?.p99Ms.toFixed(1)} ms`,
        ],
      ]),
    ]
  })
