import { Webhook } from 'standardwebhooks'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from 'vitest'
import { openAlerts } from '../../../shared/events/alerts/alerts.ts'
import type { Client } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { openReceiver, type Receiver } from '../../support/receiver.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
let receiver: Receiver
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())
beforeEach(async () => {
  receiver = await openReceiver()
})
afterEach(() => receiver.close())

type Created = { readonly id: string; readonly secret: string }

const create = async (fields: object = {}): Promise<Created> => {
  const input = { url: receiver.url, events: ['sale.completed'], ...fields }
  const { status, body } = await admin.post('/webhooks', input)
  expect(status).toBe(201)
  return body
}

const remove = (id: string) => admin.del(`/webhooks/${id}`)

const find = async (id: string) =>
  (await admin.get('/webhooks')).body.find((each: Created) => each.id === id)

const test = async (id: string): Promise<string> => {
  const { status, body } = await admin.post(`/webhooks/${id}/test`)
  expect(status).toBe(202)
  return body.id
}

const delivery = async (id: string, deliveryId: string) =>
  (await admin.get(`/webhooks/${id}/deliveries`)).body.find(
    (each: { id: string }) => each.id === deliveryId,
  )

/** The webhooks that an alert is open about. */
const failing = async () =>
  (await openAlerts())
    .filter(({ kind }) => kind === 'webhook_failing')
    .map(({ subject }) => subject)

describe('a webhook', () => {
  it('is listed without its secret, changed and deleted, and in the audit trail', async () => {
    const { id, secret } = await create()
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
    const listed = {
      id,
      url: receiver.url,
      events: ['sale.completed'],
      isEnabled: true,
      createdAt: expect.any(String),
    }
    expect(await find(id)).toEqual(listed)
    const change = { events: ['stock.low', 'stock.low'], isEnabled: false }
    expect(await admin.put(`/webhooks/${id}`, change)).toMatchObject({
      status: 200,
      body: { id, message: 'Webhook updated successfully' },
    })
    expect(await find(id)).toEqual({ ...listed, events: ['stock.low'], isEnabled: false })
    expect(await remove(id)).toMatchObject({ status: 204 })
    expect(await find(id)).toBeUndefined()
    const { body } = await admin.get('/audit?kind=webhook')
    const about = body.filter((entry: { subjectId: string }) => entry.subjectId === id)
    expect(about).toMatchObject([
      { before: null, after: { url: receiver.url } },
      { before: { isEnabled: true }, after: { isEnabled: false } },
      { before: { url: receiver.url }, after: null },
    ])
    expect(JSON.stringify(body)).not.toContain(secret.slice(6, 40))
    for (const path of ['', '/test', '/deliveries/x/repeat'] as const) {
      const call = path === '' ? admin.put : admin.post
      expect(await call.call(admin, `/webhooks/${id}${path}`, {})).toMatchObject({
        status: 404,
      })
    }
  })

  it.each([
    ['http', 'http://books.example/'],
    ['another port', 'https://books.example:8443/'],
    ['a private address', 'https://10.0.0.1/'],
    ['a loopback address in another spelling', 'https://0x7f.1/'],
    ['the metadata of the cloud', 'https://169.254.169.254/latest/meta-data'],
    ['an IPv4 address in an IPv6 one', 'https://[::ffff:192.168.0.1]/'],
    ['credentials', 'https://user:password@books.example/'],
    ['no URL', 'books.example'],
  ])('does not lead to %s', async (_, url) => {
    vi.stubEnv('LOCAL_RECEIVERS', 'false')
    const input = { url, events: ['sale.completed'] }
    expect(await admin.post('/webhooks', input)).toMatchObject({ status: 400 })
    vi.unstubAllEnvs()
  })

  it('gets events that exist, and at least one', async () => {
    for (const events of [[], ['sale.made'], 'sale.completed', undefined]) {
      const input = { url: receiver.url, events }
      expect(await admin.post('/webhooks', input), String(events)).toMatchObject({
        status: 400,
      })
    }
  })

  it('is one of 20 at most', async () => {
    const { length } = (await admin.get('/webhooks')).body
    const made = await Promise.all(Array.from({ length: 20 - length }, () => create()))
    const input = { url: receiver.url, events: ['stock.low'] }
    expect(await admin.post('/webhooks', input)).toMatchObject({
      status: 400,
      body: { message: 'A shop has at most 20 webhooks' },
    })
    for (const { id } of made) await remove(id)
  })

  it('stores no secret with an Idempotency-Key', async () => {
    const input = { url: receiver.url, events: ['stock.low'] }
    const headers = { 'idempotency-key': 'webhook-1' }
    const first = await admin.post('/webhooks', input, headers)
    const second = await admin.post('/webhooks', input, headers)
    expect(second.body.id).not.toBe(first.body.id)
    for (const { body } of [first, second]) await remove(body.id)
  })
})

describe('a delivery', () => {
  it('is signed by Standard Webhooks, and listed as delivered', async () => {
    const { id, secret } = await create()
    const deliveryId = await test(id)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    expect(headers).toMatchObject({
      'webhook-id': deliveryId,
      'content-type': 'application/json',
    })
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'webhook.test',
      timestamp: expect.any(String),
      data: { webhookId: id },
    })
    expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow('signature')
    await eventually(async () =>
      expect(await delivery(id, deliveryId)).toEqual({
        id: deliveryId,
        type: 'webhook.test',
        status: 'delivered',
        attempts: 1,
        createdAt: expect.any(String),
        lastAttemptAt: expect.any(String),
        responseStatus: 204,
      }),
    )
    await eventually(async () =>
      expect(await find(id)).toMatchObject({
        lastStatus: 204,
        lastDeliveryAt: expect.any(String),
      }),
    )
    await remove(id)
  })

  it('is signed with both secrets for a day after a new one', async () => {
    const { id, secret } = await create()
    const { body: changed } = await admin.put(`/webhooks/${id}`, { newSecret: true })
    expect(changed.secret).not.toBe(secret)
    await test(id)
    await eventually(() => expect(receiver.received).toHaveLength(1))
    const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
    for (const each of [secret, changed.secret]) new Webhook(each).verify(body, headers)
    await remove(id)
  })

  it('is tried again after five seconds, and repeated when somebody asks', async () => {
    const { id } = await create()
    // The second answer waits until what the first one left has been seen
    const seen = Promise.withResolvers<void>()
    receiver.answers(async (response, at) => {
      if (at > 1) await seen.promise
      response.writeHead(at === 1 ? 500 : 200).end()
    })
    const deliveryId = await test(id)
    await eventually(async () =>
      expect(await delivery(id, deliveryId)).toMatchObject({
        status: 'pending',
        responseStatus: 500,
        nextAttemptAt: expect.any(String),
      }),
    )
    await eventually(async () =>
      expect(await find(id)).toMatchObject({ failingSince: expect.any(String) }),
    )
    seen.resolve()
    await eventually(async () =>
      expect(await delivery(id, deliveryId)).toMatchObject({
        status: 'delivered',
        attempts: 2,
      }),
    )
    await eventually(async () =>
      expect(await find(id)).not.toHaveProperty('failingSince'),
    )
    const again = await admin.post(`/webhooks/${id}/deliveries/${deliveryId}/repeat`)
    expect(again).toMatchObject({ status: 202, body: { id: deliveryId } })
    await eventually(async () =>
      expect(await delivery(id, deliveryId)).toMatchObject({
        status: 'delivered',
        attempts: 3,
      }),
    )
    const [first, second, third] = receiver.received
    expect((second?.atMs ?? 0) - (first?.atMs ?? 0)).toBeGreaterThanOrEqual(5_000)
    expect(new Set(receiver.received.map((each) => each.id)).size).toBe(1)
    expect(third?.body).toBe(first?.body)
    await remove(id)
  })

  it('disables a webhook that answers 410', async () => {
    const { id } = await create()
    receiver.answers((response) => response.writeHead(410).end())
    const deliveryId = await test(id)
    await eventually(async () =>
      expect(await find(id)).toMatchObject({ isEnabled: false, lastStatus: 410 }),
    )
    expect(await delivery(id, deliveryId)).toMatchObject({
      status: 'failed',
      attempts: 1,
    })
    await eventually(async () => expect(await failing()).toEqual([id]))
    for (const path of ['test', `deliveries/${deliveryId}/repeat`]) {
      expect(await admin.post(`/webhooks/${id}/${path}`)).toMatchObject({
        status: 409,
        body: { message: 'The webhook is disabled' },
      })
    }
    await admin.put(`/webhooks/${id}`, { isEnabled: true })
    expect(await failing()).toEqual([])
    await test(id)
    await eventually(async () => expect(await find(id)).toHaveProperty('failingSince'))
    await admin.put(`/webhooks/${id}`, { url: `${receiver.url}?new` })
    expect(await find(id)).not.toHaveProperty('failingSince')
    await remove(id)
  })

  it('follows no redirect', async () => {
    const { id } = await create()
    const other = await openReceiver()
    receiver.answers((response) => response.writeHead(307, { location: other.url }).end())
    const deliveryId = await test(id)
    await eventually(async () =>
      expect(await delivery(id, deliveryId)).toMatchObject({ responseStatus: 307 }),
    )
    expect(other.received).toEqual([])
    await remove(id)
    await other.close()
  })
})
