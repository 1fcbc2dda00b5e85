import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { openAlerts } from '../../../shared/events/alerts/alerts.ts'
import { eventId, storeDelivery } from '../../../shared/events/webhooks/deliveries.ts'
import { webhookKey } from '../../../shared/events/webhooks/webhooks.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { eventually } from '../../support/eventually.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
const receivers: Receiver[] = []
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(async () => {
  await shop.close()
  for (const receiver of receivers) await receiver.close()
})

let receiver: Receiver
let webhookId: string
beforeEach(async () => {
  ;({ receiver, webhookId } = await open())
})

async function open() {
  const receiver = await openReceiver()
  receivers.push(receiver)
  const input = { url: receiver.url, events: ['sale.completed'] }
  const { body } = await admin.post('/webhooks', input)
  return { receiver, webhookId: body.id as string }
}

const send = async (id = webhookId): Promise<string> =>
  (await admin.post(`/webhooks/${id}/test`)).body.id

const delivery = async (id: string) =>
  (await admin.get(`/webhooks/${webhookId}/deliveries`)).body.find(
    (each: { id: string }) => each.id === id,
  )

/** The webhook as the API lists it. */
const listed = async () =>
  (await admin.get('/webhooks')).body.find(
    (each: { id: string }) => each.id === webhookId,
  )

/** The alerts that are open about the webhook. */
const told = async () =>
  (await openAlerts()).filter(({ subject }) => subject === webhookId)

const schedule = () => shop.invoke('deliveries', { source: 'aws.events' })

it('a receiver that hangs has 20 seconds, and delays no other', async () => {
  const real = AbortSignal.timeout.bind(AbortSignal)
  const ofAttempt = new AbortController()
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
    if (ms !== 20_000 || receiver.received.length > 0) return real(ms)
    return ofAttempt.signal
  })
  receiver.answers(() => {})
  const hanging = await send()
  await eventually(() => expect(receiver.received).toHaveLength(1))
  const other = await open()
  await send(other.webhookId)
  await eventually(() => expect(other.receiver.received).toHaveLength(1))
  expect(await delivery(hanging)).toMatchObject({ status: 'pending', attempts: 1 })
  expect(await delivery(hanging)).not.toHaveProperty('reason')
  ofAttempt.abort()
  // The next attempt, five seconds later, hangs as well
  await eventually(async () =>
    expect(await delivery(hanging)).toMatchObject({
      status: 'pending',
      reason: 'no answer in time',
    }),
  )
  timeout.mockRestore()
})

it('a receiver that has too much to do is left alone, for as long as it says', async () => {
  receiver.answers((response, at) =>
    at === 1
      ? response.writeHead(503, { 'retry-after': '3600' }).end()
      : response.writeHead(204).end(),
  )
  const first = await send()
  await eventually(async () =>
    expect(await delivery(first)).toMatchObject({ responseStatus: 503 }),
  )
  const { lastAttemptAt, nextAttemptAt } = await delivery(first)
  const pauseMs = Date.parse(nextAttemptAt) - Date.parse(lastAttemptAt)
  expect(pauseMs).toBeGreaterThanOrEqual(3_599_000)
  expect(pauseMs).toBeLessThanOrEqual(3_601_000)

  const second = await send()
  await shop.invoke('deliveries', { webhookId, deliveryIds: [second] })
  expect(receiver.received).toHaveLength(1)
  await later(2, async () => {
    await schedule()
    await eventually(() => expect(receiver.received).toHaveLength(2))
  })
  expect(receiver.received[1]?.id).toBe(second)
  await eventually(async () =>
    expect(await delivery(second)).toMatchObject({ status: 'delivered' }),
  )
  expect(await delivery(first)).toMatchObject({ status: 'pending', attempts: 1 })
})

it('five days of failure disable a webhook, and the owner is told', async () => {
  const failing = async (days: number) => {
    const failingSinceMs = Date.now() - days * 24 * 60 * 60_000
    await transact([
      update(webhookKey(webhookId), { set: { failingSinceMs }, remove: ['busyUntilMs'] }),
    ])
    const id = await send()
    await eventually(async () =>
      expect(await delivery(id)).toMatchObject({ attempts: 1, responseStatus: 503 }),
    )
  }
  receiver.answers((response) => response.writeHead(503).end())
  await failing(4.9)
  // The outcome stays at the webhook after its delivery is gone
  await eventually(async () => expect(await listed()).toMatchObject({ lastStatus: 503 }))
  expect(await listed()).toMatchObject({ isEnabled: true })
  expect(await told()).toEqual([])
  await failing(5.1)
  await eventually(async () => expect(await listed()).toMatchObject({ isEnabled: false }))
  await eventually(async () =>
    expect(await told()).toMatchObject([{ kind: 'webhook_failing' }]),
  )
  expect(await admin.post(`/webhooks/${webhookId}/test`)).toMatchObject({ status: 409 })
})

it('a webhook that is deleted while it is sent to leaves no alert', async () => {
  receiver.answers(async (response) => {
    await admin.del(`/webhooks/${webhookId}`)
    response.writeHead(410).end()
  })
  const atMs = Date.now()
  const id = eventId(atMs, randomUUID())
  await storeDelivery(webhookId, { id, type: 'stock.low', atMs, data: {} })
  await shop.invoke('deliveries', { webhookId, deliveryIds: [id] })
  expect(receiver.received).toHaveLength(1)
  expect(await told()).toEqual([])
})

it('events go ten at a time, and all arrive', async () => {
  let open = 0
  let most = 0
  receiver.answers((response) => {
    open += 1
    most = Math.max(most, open)
    setTimeout(() => {
      open -= 1
      response.writeHead(204).end()
    }, 100)
  })
  const ids = await Promise.all(Array.from({ length: 24 }, () => send()))
  await eventually(() =>
    expect(new Set(receiver.received.map(({ id }) => id))).toEqual(new Set(ids)),
  )
  expect(most).toBeLessThanOrEqual(10)
  expect(receiver.received).toHaveLength(ids.length)
})
