import { afterAll, afterEach, beforeAll, expect, inject, it } from 'vitest'
import { handler } from '../../functions/deliveries/handler.ts'
import {
  dueDeliveries,
  eventId,
  listDeliveries,
  storeDelivery,
} from '../../shared/events/webhooks/deliveries.ts'
import { later } from '../support/clock.ts'
import { eventually } from '../support/eventually.ts'
import { openReceiver, type Receiver } from '../support/receiver.ts'
import { drawn } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { type Fault, lostReply, outage } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let receiver: Receiver
let webhookId: string
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  receiver = await openReceiver()
  const input = { url: receiver.url, events: ['stock.low'] }
  webhookId = (await (await shop.admin()).post('/webhooks', input)).body.id
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  await receiver.close()
  proxy.close()
})

async function store(cause: string): Promise<string> {
  const atMs = Date.now()
  const id = eventId(atMs, cause)
  await storeDelivery(webhookId, { id, type: 'stock.low', atMs, data: {} })
  return id
}

const delivery = async (id: string) =>
  (await listDeliveries(webhookId, Date.now())).find((each) => each.id === id)

const timesSent = (id: string) =>
  receiver.received.filter((each) => each.id === id).length

const dues = (nowMs: number) =>
  dueDeliveries(nowMs).then((all) => all.filter((due) => due.webhookId === webhookId))

/** Sends what is due, as the schedule has it sent. */
async function sendDue(): Promise<void> {
  const due = await dues(Date.now())
  const deliveryIds = due.map(({ deliveryId }) => deliveryId)
  if (due.length > 0) await handler({ webhookId, deliveryIds, dues: due })
}

it.each(
  drawn(
    [
      { fault: outage, first: 204 },
      { fault: outage, first: 503 },
    ],
    [outage, lostReply].flatMap((fault) => [204, 503].map((first) => ({ fault, first }))),
  ),
)(
  'a sender that dies at any call of the table by $fault.kind, where the receiver first answers $first, loses no event',
  async ({ fault, first }: { fault: Fault; first: number }) => {
    for (let nth = 1, survived = false; !survived; nth += 1) {
      const id = await store(`${fault.kind} ${first} ${nth}`)
      receiver.answers((response) =>
        response.writeHead(timesSent(id) === 1 ? first : 204).end(),
      )
      proxy.reset()
      // It dies: this call and all that follow fail
      proxy.inject({ nth, times: Number.POSITIVE_INFINITY, fault })
      await handler({ webhookId, deliveryIds: [id] }).catch(() => undefined)
      survived = proxy.calls().length < nth
      proxy.reset()
      for (const minutes of [2, 4]) await later(minutes, sendDue)
      expect(await delivery(id), `call ${nth}`).toMatchObject({ status: 'delivered' })
      expect(timesSent(id)).toBeLessThanOrEqual(first === 204 ? 2 : 3)
      expect(await dues(Date.now() + 86_400_000)).toEqual([])
    }
  },
)

it('what nobody was told to send is sent by the schedule', async () => {
  const id = await store('nobody was told')
  await handler({ source: 'aws.events' })
  expect(timesSent(id)).toBe(0)
  await later(2, async () => {
    await handler({ source: 'aws.events' })
    await eventually(() => expect(timesSent(id)).toBe(1))
  })
})
