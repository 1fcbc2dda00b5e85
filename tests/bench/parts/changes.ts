import { once } from 'node:events'
import WebSocket from 'ws'
import { openReceiver } from '../../support/receiver.ts'
import {
  accepted,
  addProducts,
  type BenchShop,
  cartOf,
  openBenchShop,
} from '../bench-shop.ts'
import { withShop } from '../engines.ts'
import { percentile, type Section, sectionOf } from '../section.ts'

const sales = 100

/** Of the 95th percentile, on a busy machine of two cores. */
const budgetsMs = { webhook: 1_000, frame: 500 }

type Way = keyof typeof budgetsMs

const names: Readonly<Record<Way, string>> = {
  webhook: 'a sale to the arrival of its webhook',
  frame: 'a sale to its frame on /ws/events',
}

const open = (dynamoDb: string, queues: string) =>
  openBenchShop(dynamoDb, queues, undefined, {}, {})

/**
 * Measures the time from the answer to a sale, which is committed just before, to its
 * listeners.
 */
export const measure = (): Promise<Section[]> =>
  withShop(open, async (shop) => {
    const times = await timesOf(shop)
    const figures = (Object.keys(budgetsMs) as Way[]).map((way) => {
      const sorted = times[way].toSorted((one, other) => one - other)
      const [medianMs, p95Ms] = [percentile(sorted, 0.5), percentile(sorted, 0.95)]
      const figure = { from: names[way], count: sorted.length, medianMs, p95Ms }
      return { ...figure, budgetMs: budgetsMs[way] }
    })
    return [
      sectionOf(
        'From a sale to those that listen, in ms',
        figures,
        ({ from, count, medianMs, p95Ms, budgetMs }) => ({
          from,
          sales: count,
          median: medianMs.toFixed(1),
          p95: `${p95Ms.toFixed(1)} (${budgetMs})`,
        }),
        (all) =>
          all.map(({ from, medianMs, p95Ms }) => [
            from,
            `${medianMs.toFixed(1)} ms, p95 ${p95Ms.toFixed(1)} ms`,
          ]),
      ),
    ]
  })

async function timesOf(shop: BenchShop): Promise<Record<Way, number[]>> {
  const receiver = await openReceiver()
  const input = { url: receiver.url, events: ['sale.completed'] }
  await accepted(shop.till.post('/webhooks', input))
  const socket = await openSocket(shop)
  const products = await addProducts(shop, 1)
  const times: Record<Way, number[]> = { webhook: [], frame: [] }
  // The first loads the functions
  for (let n = 0; n <= sales; n += 1) {
    const arrived = new Promise<number>((done) => {
      receiver.answers((response) => {
        response.writeHead(204).end()
        done(performance.now())
      })
    })
    const framed = once(socket, 'message').then(() => performance.now())
    const cart = cartOf(shop, products)
    await accepted(shop.till.post('/store/orders/checkout', cart))
    const soldMs = performance.now()
    const [webhookMs, frameMs] = await Promise.all([arrived, framed])
    if (n === 0) continue
    times.webhook.push(webhookMs - soldMs)
    times.frame.push(frameMs - soldMs)
  }
  socket.terminate()
  await receiver.close()
  return times
}

/** A socket that gets one frame for each sale, once it has its first. */
async function openSocket({ url, till }: BenchShop): Promise<WebSocket> {
  const cookie = `accessToken=${till.cookies.get('accessToken')}`
  const feed = `${url.replace('http', 'ws')}/ws/events?topics=order`
  const socket = new WebSocket(feed, { headers: { cookie } })
  await once(socket, 'message')
  return socket
}
