import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { handler } from '../../../functions/deliveries/handler.ts'
import { untilQuiet } from '../../../infra/operate/move-shop.ts'
import {
  dueDeliveries,
  eventId,
  listDeliveries,
  storeDelivery,
} from '../../../shared/events/webhooks/deliveries.ts'
import { webhookKey } from '../../../shared/events/webhooks/webhooks.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import {
  changeShop,
  findShop,
  type ShopState,
} from '../../../shared/platform/shops/shop-records.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let corner: Shop
beforeAll(async () => {
  corner = await openShop({ shop: 'corner' })
})
afterAll(() => corner.close())

let receiver: Receiver
let webhookId: string
beforeEach(async () => {
  receiver = await openReceiver()
  const input = { url: receiver.url, events: ['stock.low'] }
  webhookId = (await (await corner.admin()).post('/webhooks', input)).body.id
  return () => receiver.close()
})

const record = async () => {
  const found = await findShop('corner')
  if (!found) throw new Error('no shop corner')
  return found
}

const become = async (state: ShopState) => changeShop(await record(), { state })

async function store(count: number): Promise<string[]> {
  const atMs = Date.now()
  const ids = Array.from({ length: count }, () => eventId(atMs, randomUUID()))
  for (const id of ids) {
    await storeDelivery(webhookId, { id, type: 'stock.low', atMs, data: {} })
  }
  return ids
}

const send = (deliveryIds: string[]) =>
  handler({ webhookId, deliveryIds, shop: corner.served } as Parameters<
    typeof handler
  >[0])

const dues = async () =>
  (await dueDeliveries(Date.now() + 60_000)).filter((due) => due.webhookId === webhookId)

const statuses = async () => [
  ...new Set((await listDeliveries(webhookId, Date.now())).map(({ status }) => status)),
]

const sentOnce = (ids: string[]) =>
  expect(receiver.received.map(({ id }) => id).sort()).toEqual(ids.toSorted())

it.each(['read-only', 'suspended'] as const)(
  'a shop that is %s sends nothing, and everything once when it is open again',
  async (state) => {
    const ids = await store(2)
    await become(state)
    await send(ids)
    expect(receiver.received).toEqual([])
    expect(await statuses()).toEqual(['pending'])
    expect(await dues()).toHaveLength(2)
    await become('open')
    await send(ids)
    sentOnce(ids)
    expect(await statuses()).toEqual(['delivered'])
    expect(await dues()).toEqual([])
  },
)

it('a shop that closes while it sends ends after the deliveries that are under way', async () => {
  const ids = await store(15)
  const closed = Promise.withResolvers<void>()
  receiver.answers((response, nth) => {
    if (nth === 1) become('read-only').then(closed.resolve, closed.reject)
    void closed.promise.then(() => response.writeHead(204).end())
  })
  await send(ids)
  await closed.promise
  expect(receiver.received).toHaveLength(10)
  expect(await statuses()).toEqual(expect.arrayContaining(['pending', 'delivered']))
  await become('open')
  await send(ids)
  sentOnce(ids)
})

it('an export waits for deliveries that are under way', async () => {
  const busyUntilMs = Date.now() + 1_500
  await transact([update(webhookKey(webhookId), { set: { busyUntilMs } })])
  await untilQuiet({ ...(await record()), closedAtMs: 0 })
  expect(Date.now()).toBeGreaterThan(busyUntilMs)
})
