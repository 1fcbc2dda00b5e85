import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { type Call, withoutRetries } from '../faults/proxy.ts'
import { openCrowd } from '../sockets/watchers-crowd.ts'
import type { Answer } from '../support/client.ts'
import {
  addProducts,
  benchWebhookSecret,
  type CountedShop,
  cartOf,
} from './bench-shop.ts'
import { writeSales } from './bulk-orders.ts'
import { openCountedAgent } from './counted-agent.ts'
import { openCountedTable } from './counted-table.ts'

/** Capacity units of the table that an activity of the cost sheet takes. */
export type Counted = { readonly reads: number; readonly writes: number }

/** A call that comes last, though nothing waits for it. */
type Background = { readonly operation: string; readonly times: number }

/** The agent's answer through the tunnel. */
const answerStored = { operation: 'PutItem', times: 1 }

/** The session when the socket opens, its record once it has its first frame. */
const welcomed = { operation: 'GetItem', times: 2 }

const heard = { operation: 'UpdateItem', times: 1 }

const disconnected = { operation: 'TransactWriteItems', times: 1 }

const day = '2026-03-15'

/**
 * Counts the capacity of everything that the cost sheet (`npm run cost`) multiplies. The
 * reads with which a function polls for the tunnel's answer are left out: how many they are
 * depends on the node.
 */
export async function countActivities(
  shop: CountedShop,
  dynamoDbEndpoint: string,
): Promise<Record<string, Counted>> {
  const { till, proxy } = shop
  const counted: Record<string, Counted> = {}
  const count = async <T>(
    activity: string,
    act: () => Promise<T>,
    afterwards?: Background,
  ): Promise<T> => {
    proxy.reset()
    const result = await act()
    if (afterwards) await untilQuiet(proxy.calls, afterwards)
    counted[activity] = unitsOf(withoutRetries(proxy.calls()))
    return result
  }
  const send = (
    activity: string,
    request: () => Promise<Answer>,
    afterwards?: Background,
  ) => count(activity, () => accepted(request()), afterwards)

  const products = await addProducts(shop, 3)
  const cart = cartOf(shop, products)
  const agent = await openCountedAgent(shop)
  // Heartbeats tell the version to a shop that has pages
  await accepted(till.get('/till-data'))
  await send('login', () => shop.login())
  await send('token refresh', () => till.post('/auth/refresh'))
  await send('one record', () => till.get(`/products/${products[0]}`))
  // The first ticket of a shop makes the day record, which every other sale reads
  await accepted(till.post('/store/orders/checkout', cart))
  await send('sale', () =>
    till.post('/store/orders/checkout', cart, { 'Idempotency-Key': randomUUID() }),
  )
  await writeSales(dynamoDbEndpoint, {
    userId: shop.userId,
    count: 50,
    from: day,
    days: 1,
  })
  await send('list of 50 sales', () =>
    till.get(`/orders/with-payments?startDate=${day}&endDate=${day}`),
  )

  await count('tunnel opens', () => agent.open())
  await count('tunnel heartbeat', async () => agent.heartbeat(), heard)
  const invoice = { description: 'Tea', amountSat: 1, externalId: 't', expirySeconds: 60 }
  const { body } = await send(
    'invoice',
    () => till.post('/wallet/createinvoice', invoice),
    answerStored,
  )
  const { paymentHash } = body
  const paid = { ...cart, paymentHash }
  const checkoutIfPaid = () => till.post('/store/orders/checkout-if-paid', paid)
  await send('unpaid poll', checkoutIfPaid, answerStored)
  const token = till.cookies.get('accessToken') ?? ''
  const crowd = await count(
    'watcher opens',
    () => openCrowd(shop.url, token, 1),
    welcomed,
  )
  await count('heartbeat of watchers', () => shop.invoke('watchers', {}))
  const notified = JSON.stringify({ type: 'payment_received', amountSat: 1, paymentHash })
  const headers = { 'x-node-signature': sign(benchWebhookSecret, notified) }
  await send('webhook', () => till.post('/webhook/node', notified, headers))
  await send('paid sale', checkoutIfPaid)
  await count('watcher closes', () => crowd.close(), disconnected)
  await send('reported payment', () => agent.reportPayment(paymentHash))

  // Without printers: jobs would wait an hour for those of a new agent
  await send('agent heartbeat', () => agent.report([]))
  await send('agent credentials', () => agent.credentials())
  const job = await agent.preparePrint(till, shop)
  await send('print', () => job.print())
  await send('print begins', () => job.beginJob())
  await send('print outcome', () => job.reportOutcome())
  await count('tunnel closes', () => agent.close(), disconnected)

  const table = await openCountedTable(shop)
  await send('table order', () => table.order())
  await table.findLine()
  await send('dish done', () => table.finishDish())
  await count('table pays', () => table.pay())
  return counted
}

async function accepted(answer: Promise<Answer>): Promise<Answer> {
  const { status, body } = await answer
  if (status >= 400) throw new Error(`${status} ${JSON.stringify(body)}`)
  return answer
}

/** Waits for what runs in the background, and until no further call follows. */
async function untilQuiet(
  calls: () => readonly Call[],
  { operation, times }: Background,
): Promise<void> {
  const made = () => calls().filter((call) => call.operation === operation).length
  const giveUpAtMs = Date.now() + 60_000
  while (made() < times) {
    if (Date.now() > giveUpAtMs) throw new Error(`${operation} does not come`)
    await sleep(25)
  }
  for (let before = -1; before !== calls().length; ) {
    before = calls().length
    await sleep(500)
  }
}

function unitsOf(calls: readonly Call[]): Counted {
  const units = (isMeant: (operation: string) => boolean) =>
    calls
      .filter((call) => isMeant(call.operation) && !isPoll(call))
      .reduce((sum, { capacityUnits }) => sum + capacityUnits, 0)
  const isRead = (operation: string) => /Get|Query/.test(operation)
  return { reads: units(isRead), writes: units((operation) => !isRead(operation)) }
}

/** True if a call asks for an answer through the tunnel. */
export const isPoll = ({ operation, request }: Call) =>
  operation === 'GetItem' && JSON.stringify(request.Key).includes('"TUNNEL#')
