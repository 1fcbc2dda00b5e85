import { randomUUID } from 'node:crypto'
import { DeleteQueueCommand, SQSClient } from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from './client.ts'
import { enrolledAgent, type OnSiteAgent } from './on-site-agent.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let admin: Client
let till: Client
let agent: OnSiteAgent
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  till = await shop.userWith()
  agent = await enrolledAgent(shop, admin)
  await agent.report('front', 'oven', 'grill', 'taproom')
  for (const name of ['Bill', 'Order', 'NONE at all']) {
    await till.post('/templates', { name, elements })
  }
})
afterAll(() => shop.close())

/** Each test begins without configurations and jobs. */
beforeEach(async () => {
  const { body } = await till.get('/printers/configs')
  for (const { id } of body) await till.del(`/printers/configs/${id}`)
  await agent.jobs()
})

const elements = [
  { type: 'HEADER', value: '{{config.businessName}}', style: { bold: true } },
  { type: 'TABLE_ROW' },
]

const ticketData = {
  ticketId: 'T-17',
  tableName: '',
  roomName: '',
  date: '2026-11-21',
  items: [{ quantity: 2, name: 'Coffee', price: 2.5, comments: ['no sugar'] }],
  total: 5,
}

const add = async (fields: object): Promise<string> => {
  const input = { printerType: 'KITCHEN', templateName: 'Order', ...fields }
  return (await till.post('/printers/configs', input)).body.id
}
const print = (fields: object = {}) =>
  till.post('/printers/print', { printerType: 'KITCHEN', ticketData, ...fields })

/** The printers that got a job, sorted. */
const printedOn = async () =>
  (await agent.jobs()).map(({ printerName }) => printerName).toSorted()

const sent = { status: 200, body: 'Print job sent' }
const failed = { status: 503, body: { message: 'Error processing print job' } }

describe('a job', () => {
  it('carries all that the agent needs, and is confirmed as plain text', async () => {
    await add({ printerName: 'oven' })
    const beforeMs = Date.now()
    const answer = await print()
    expect(answer).toMatchObject(sent)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    const [job, ...others] = await agent.jobs()
    expect(others).toEqual([])
    const style = { bold: false, justification: 'LEFT', fontSize: 'NORMAL' }
    expect(job).toEqual({
      id: expect.any(String),
      printerName: 'oven',
      templateName: 'Order',
      elements: [
        { ...elements[0], style: { ...style, bold: true } },
        { type: 'TABLE_ROW', value: '', style },
      ],
      ticket: ticketData,
      config: {
        businessName: 'Corner Shop',
        businessAddress: null,
        businessPhone: null,
        businessEmail: null,
      },
      createdAtMs: expect.any(Number),
      expiresAtMs: expect.any(Number),
    })
    expect(job?.createdAtMs).toBeGreaterThanOrEqual(beforeMs)
    expect((job?.expiresAtMs ?? 0) - (job?.createdAtMs ?? 0)).toBe(10 * 60_000)
  })

  it('keeps its place among those of its printer', async () => {
    await add({ printerName: 'oven' })
    const ids = ['1', '2', '3', '4', '5']
    for (const ticketId of ids) await print({ ticketData: { ...ticketData, ticketId } })
    expect((await agent.jobs()).map(({ ticket }) => ticket.ticketId)).toEqual(ids)
  })

  it('is sent once per Idempotency-Key', async () => {
    await add({ printerName: 'oven' })
    const body = { printerType: 'KITCHEN', ticketData }
    const key = { 'idempotency-key': randomUUID() }
    for (let times = 0; times < 3; times += 1) {
      const answer = await till.post('/printers/print', body, key)
      expect(answer).toMatchObject(sent)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    }
    expect(await printedOn()).toEqual(['oven'])
  })

  it.each([
    ['no body', undefined],
    ['no type', { ticketData }],
    ['an unknown type', { ticketData, printerType: 'TILL' }],
    ['no ticket', { printerType: 'KITCHEN' }],
    [
      'no total',
      { printerType: 'KITCHEN', ticketData: { ...ticketData, total: undefined } },
    ],
    [
      'half an item',
      {
        printerType: 'KITCHEN',
        ticketData: { ...ticketData, items: [{ quantity: 0.5, name: 'x', price: 1 }] },
      },
    ],
    ['broadcast as text', { printerType: 'KITCHEN', ticketData, broadcast: 'yes' }],
    ['a number as template', { printerType: 'KITCHEN', ticketData, templateName: 1 }],
  ])('is refused with %s', async (_, body) => {
    await add({ printerName: 'oven' })
    const answer = await till.post('/printers/print', body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(await printedOn()).toEqual([])
  })
})

describe('the target', () => {
  it('is the configuration named, even if disabled or of another type', async () => {
    await add({ printerName: 'oven', isDefault: true })
    const printerId = await add({
      printerName: 'taproom',
      printerType: 'BAR',
      enabled: false,
    })
    expect(await print({ printerId, broadcast: true })).toMatchObject(sent)
    expect(await printedOn()).toEqual(['taproom'])
  })

  it.each([randomUUID(), 'no-uuid'])(
    'is none for the unknown id %s',
    async (printerId) => {
      await add({ printerName: 'oven' })
      expect(await print({ printerId })).toMatchObject(failed)
    },
  )

  it('is the default of the type', async () => {
    await add({ printerName: 'oven' })
    await add({ printerName: 'grill', isDefault: true })
    expect(await print()).toMatchObject(sent)
    expect(await printedOn()).toEqual(['grill'])
  })

  it('is the only enabled one when the default is disabled', async () => {
    await add({ printerName: 'grill', isDefault: true, enabled: false })
    await add({ printerName: 'oven' })
    await add({ printerName: 'taproom', printerType: 'BAR' })
    expect(await print()).toMatchObject(sent)
    expect(await printedOn()).toEqual(['oven'])
  })

  it('is none without a default when there are two or none enabled', async () => {
    expect(await print()).toMatchObject(failed)
    await add({ printerName: 'oven' })
    await add({ printerName: 'grill' })
    expect(await print()).toMatchObject(failed)
    expect(await printedOn()).toEqual([])
  })

  it('is every enabled one of the type in a broadcast', async () => {
    await add({ printerName: 'oven' })
    await add({ printerName: 'grill', isDefault: true })
    await add({ printerName: 'front', enabled: false })
    await add({ printerName: 'taproom', printerType: 'BAR' })
    expect(await print({ broadcast: true })).toMatchObject(sent)
    expect(await printedOn()).toEqual(['grill', 'oven'])
  })
})

describe('availability', () => {
  it('fails a single target that no agent reports', async () => {
    await add({ printerName: 'unplugged', isDefault: true })
    await add({ printerName: 'oven' })
    expect(await print()).toMatchObject(failed)
  })

  it('lets a broadcast pass with the printers that are left', async () => {
    await add({ printerName: 'unplugged' })
    await add({ printerName: 'oven' })
    expect(await print({ broadcast: true })).toMatchObject(sent)
    expect(await printedOn()).toEqual(['oven'])
  })

  it('fails a broadcast to nobody', async () => {
    expect(await print({ broadcast: true })).toMatchObject(failed)
    await add({ printerName: 'unplugged' })
    expect(await print({ broadcast: true })).toMatchObject(failed)
  })

  it('comes before a template that prints nothing', async () => {
    await add({ printerName: 'unplugged', templateName: 'none' })
    expect(await print()).toMatchObject(failed)
  })

  it('lists each printer once and follows the last report', async () => {
    const other = await enrolledAgent(shop, admin, 'second')
    await other.report('oven', 'cellar')
    const { body } = await till.get('/printers/available')
    expect(body.toSorted()).toEqual(['cellar', 'front', 'grill', 'oven', 'taproom'])

    await add({ printerName: 'oven' })
    await print()
    expect(await other.jobs()).toHaveLength(1)
    await agent.report('front', 'oven', 'grill', 'taproom')
    await print()
    expect(await printedOn()).toEqual(['oven'])
    await admin.del(`/agents/${other.id}`)
  })
})

describe('the template', () => {
  it.each([
    ['the configuration’s', 'Order', {}, 'Order'],
    [
      'the configuration’s before the request’s',
      'Order',
      { templateName: 'Bill' },
      'Order',
    ],
    [
      'the request’s when the configuration has none',
      null,
      { templateName: 'Bill' },
      'Bill',
    ],
    [
      'the request’s when it is forced',
      'Order',
      { templateName: 'Bill', forceTemplateName: true },
      'Bill',
    ],
    [
      'the configuration’s when nothing is forced',
      'Order',
      { templateName: ' ', forceTemplateName: true },
      'Order',
    ],
    [
      'the forced one for a printer without',
      'none',
      { templateName: 'Bill', forceTemplateName: true },
      'Bill',
    ],
    ['one whose name begins with none', 'NONE at all', {}, 'NONE at all'],
  ])('is %s', async (_, templateName, request, expected) => {
    await add({ printerName: 'oven', templateName })
    expect(await print(request)).toMatchObject(sent)
    expect(await agent.jobs()).toMatchObject([{ templateName: expected }])
  })

  it.each([
    ['none', {}],
    ['None', { templateName: 'Bill' }],
    [null, {}],
    [null, { templateName: 'NONE' }],
    ['Order', { templateName: 'none', forceTemplateName: true }],
  ])('%s with %j prints nothing and counts as success', async (templateName, request) => {
    await add({ printerName: 'oven', templateName })
    expect(await print(request)).toMatchObject(sent)
    expect(await printedOn()).toEqual([])
  })

  it('that is missing fails one target, and in a broadcast only its own', async () => {
    await add({ printerName: 'oven', templateName: 'Lost' })
    expect(await print()).toMatchObject(failed)
    expect(await print({ broadcast: true })).toMatchObject(failed)
    await add({ printerName: 'grill' })
    expect(await print({ broadcast: true })).toMatchObject(sent)
    expect(await printedOn()).toEqual(['grill'])
  })
})

describe('the outcome of a job', () => {
  const queued = async () => {
    await add({ printerName: 'oven' })
    await print()
    const [job] = await agent.jobs()
    return `/agents/jobs/${job?.id}`
  }

  it.each(['printed', 'reprinted', 'expired', 'failed'])('may be %s', async (state) => {
    const path = await queued()
    const answer = await agent.post(path, { state, detail: null })
    expect(answer).toMatchObject({ status: 204, body: undefined })
  })

  it('may be said again but not changed', async () => {
    const path = await queued()
    await agent.post(path, { state: 'printed', detail: null })
    const again = await agent.post(path, { state: 'printed', detail: null })
    expect(again).toMatchObject({ status: 204 })
    const changed = await agent.post(path, { state: 'expired', detail: 'late' })
    expect(changed).toMatchObject({ status: 409, body: { message: expect.any(String) } })
  })

  it('is only its own agent’s to tell', async () => {
    const path = await queued()
    const other = await enrolledAgent(shop, admin, 'other')
    const answer = await other.post(path, { state: 'printed', detail: null })
    expect(answer).toMatchObject({
      status: 404,
      body: { message: 'Print job not found' },
    })
  })

  it.each([randomUUID(), 'x'.repeat(3000)])(
    'is refused for an unknown job %#',
    async (id) => {
      const answer = await agent.post(`/agents/jobs/${id}`, {
        state: 'failed',
        detail: null,
      })
      expect(answer).toMatchObject({ status: 404 })
    },
  )

  it.each([{}, { state: 'queued', detail: null }, { state: 'printed' }])(
    'cannot be %j',
    async (body) => {
      expect(await agent.post(await queued(), body)).toMatchObject({ status: 400 })
    },
  )
})

it('is a failure when the queue is gone', async () => {
  const other = await enrolledAgent(shop, admin, 'queueless')
  await other.report('attic')
  const { queueUrl, region, endpoint, ...credentials } = (
    await other.post('/agents/credentials')
  ).body
  const sqs = new SQSClient({ region, endpoint, credentials })
  await sqs.send(new DeleteQueueCommand({ QueueUrl: queueUrl }))
  await add({ printerName: 'attic' })
  expect(await print()).toMatchObject(failed)
})
