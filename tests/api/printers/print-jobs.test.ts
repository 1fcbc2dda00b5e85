import { randomUUID } from 'node:crypto'
import {
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SetQueueAttributesCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { later, withStoppedClock } from '../../support/clock.ts'
import { enrolAgent } from '../../support/on-site-agent.ts'
import {
  elements,
  failed,
  openPrintDesk,
  type PrintDesk,
  sent,
  ticketData,
} from '../../support/printing.ts'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk()
})
beforeEach(() => desk.clear())
afterAll(() => desk.shop.close())

describe('a job', () => {
  it('has all data for the agent and a TTL of 10 minutes; the till gets plain text', async () => {
    await desk.createPrinter({ printerName: 'oven' })
    const beforeMs = Date.now()
    const answer = await desk.print()
    expect(answer).toMatchObject(sent)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    const [job, ...others] = await desk.agent.takeJobs()
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

  it('is queued in order with the other jobs of its printer', async () => {
    await desk.createPrinter({ printerName: 'oven' })
    const ids = ['1', '2', '3', '4', '5']
    for (const ticketId of ids)
      await desk.print({ ticketData: { ...ticketData, ticketId } })
    expect((await desk.agent.takeJobs()).map(({ ticket }) => ticket.ticketId)).toEqual(
      ids,
    )
  })

  it.each([
    ['emoji', '🍕 Margherita 👨‍👩‍👧'],
    ['characters that XML and SQS lack', '\ufffe \uffff \u{1fffe} \u{10ffff}'],
    ['control characters', '\u0000 \u0007 \u001b@ \u007f \u0085 \u2028'],
    ['right-to-left text and joined marks', 'قهوة \u202e e\u0301\u0301'],
    ['16,000 characters that are escaped', '🍕'.repeat(16_000)],
  ])('arrives unchanged with %s in its ticket', async (_, name) => {
    await desk.createPrinter({ printerName: 'oven' })
    const items = [{ quantity: 1, name, price: 1 }]
    expect(await desk.print({ ticketData: { ...ticketData, items } })).toMatchObject(sent)
    expect((await desk.agent.takeJobs()).map((job) => job.ticket.items)).toEqual([items])
  })

  it('is sent once per Idempotency-Key', async () => {
    await desk.createPrinter({ printerName: 'oven' })
    const body = { printerType: 'KITCHEN', ticketData }
    const key = { 'idempotency-key': randomUUID() }
    for (let times = 0; times < 3; times += 1) {
      const answer = await desk.till.post('/printers/print', body, key)
      expect(answer).toMatchObject(sent)
      expect(answer.headers.get('content-type')).toMatch(/^text\/plain/)
    }
    expect(await desk.printedOn()).toEqual(['oven'])
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
  ])('returns 400 with %s', async (_, body) => {
    await desk.createPrinter({ printerName: 'oven' })
    const answer = await desk.till.post('/printers/print', body)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(await desk.printedOn()).toEqual([])
  })
})

describe('the limit of receives', () => {
  const openQueue = async () => {
    const { body } = await desk.agent.post('/agents/credentials')
    const { queueUrl: QueueUrl, region, endpoint, ...credentials } = body
    return { QueueUrl, sqs: new SQSClient({ region, endpoint, credentials }) }
  }

  it('ends no job that restarts of its agent hand back again and again', async () => {
    await desk.createPrinter({ printerName: 'oven' })
    await desk.print()
    const { sqs, QueueUrl } = await openQueue()
    for (let restarts = 0; restarts < 30; restarts += 1) {
      await sqs.send(new ReceiveMessageCommand({ QueueUrl, VisibilityTimeout: 0 }))
    }
    expect(await desk.printedOn()).toEqual(['oven'])
  })

  it('is raised on the queue of an agent that enrolled when it was five', async () => {
    const { sqs, QueueUrl } = await openQueue()
    const policy = async () => {
      const AttributeNames = ['RedrivePolicy' as const]
      const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames })
      return JSON.parse((await sqs.send(command)).Attributes?.RedrivePolicy ?? '')
    }
    const { deadLetterTargetArn } = await policy()
    const RedrivePolicy = JSON.stringify({ deadLetterTargetArn, maxReceiveCount: 5 })
    const Attributes = { RedrivePolicy }
    await sqs.send(new SetQueueAttributesCommand({ QueueUrl, Attributes }))
    await desk.agent.post('/agents/credentials')
    expect(await policy()).toEqual({ deadLetterTargetArn, maxReceiveCount: 1_000 })
  })
})

describe('the outcome of a job', () => {
  const queuedJobPath = async () => {
    await desk.createPrinter({ printerName: 'oven' })
    await desk.print()
    const [job] = await desk.agent.takeJobs()
    return `/agents/jobs/${job?.id}`
  }

  it.each(['printed', 'reprinted', 'expired', 'failed'])('can be %s', async (state) => {
    const path = await queuedJobPath()
    const answer = await desk.agent.post(path, { state, detail: null })
    expect(answer).toMatchObject({ status: 204, body: undefined })
  })

  it('printed without confirmation, is listed as unknown, with the reason', async () => {
    const path = await queuedJobPath()
    const detail = 'the printer gives no sign'
    const report = { state: 'printed', detail, confirmed: false }
    expect(await desk.agent.post(path, report)).toMatchObject({ status: 204 })
    const { body } = await desk.admin.get('/printers/jobs')
    const job = body.find(({ id }: { id: string }) => path.endsWith(id))
    expect(job).toMatchObject({ state: 'unknown', lastError: detail, printedAt: null })
  })

  it('can be reported again; another outcome returns 409', async () => {
    const path = await queuedJobPath()
    await desk.agent.post(path, { state: 'printed', detail: null })
    const again = await desk.agent.post(path, { state: 'printed', detail: null })
    expect(again).toMatchObject({ status: 204 })
    const changed = await desk.agent.post(path, { state: 'expired', detail: 'late' })
    expect(changed).toMatchObject({ status: 409, body: { message: expect.any(String) } })
  })

  it('returns 404 from another agent', async () => {
    const path = await queuedJobPath()
    const other = await enrolAgent(desk.shop, desk.admin, 'other')
    const answer = await other.post(path, { state: 'printed', detail: null })
    expect(answer).toMatchObject({
      status: 404,
      body: { message: 'Print job not found' },
    })
  })

  it.each([randomUUID(), 'x'.repeat(3000)])(
    'returns 404 for an unknown job %#',
    async (id) => {
      const answer = await desk.agent.post(`/agents/jobs/${id}`, {
        state: 'failed',
        detail: null,
      })
      expect(answer).toMatchObject({ status: 404 })
    },
  )

  it.each([{}, { state: 'queued', detail: null }, { state: 'printed' }])(
    'returns 400 for %j',
    async (body) => {
      expect(await desk.agent.post(await queuedJobPath(), body)).toMatchObject({
        status: 400,
      })
    },
  )
})

it('GET /agents shows what waits for an agent', async () => {
  const agent = await desk.enrol('busy')
  await agent.report('attic')
  const printerId = await desk.createPrinter({ printerName: 'attic' })
  const shown = async (of = agent) =>
    (await desk.admin.get('/agents')).body.find(({ id }: { id: string }) => id === of.id)
  await desk.print({ printerId })
  await desk.print({ printerId })
  const [second, first] = (await desk.till.get('/printers/jobs?limit=2')).body
  const { id, createdAt } = first
  const oldestJob = { id, printerName: 'attic', createdAt }
  // A depth is known for ten seconds
  await withStoppedClock(async () => {
    expect(await shown()).toMatchObject({ queueDepth: 2, oldestJob })
    await agent.post(`/agents/jobs/${id}`, { state: 'printed', detail: null })
    await agent.takeJobs()
    expect(await shown()).toMatchObject({ queueDepth: 2, oldestJob: { id: second.id } })
  })
  await later(1, async () => {
    const admin = await desk.shop.admin()
    const { body } = await admin.get('/agents')
    const busy = body.find((each: { id: string }) => each.id === agent.id)
    expect(busy).toMatchObject({ queueDepth: 0, oldestJob: { id: second.id } })
  })
  const gone = await desk.createAgentWithoutQueue('cellar')
  expect(await shown(gone)).toMatchObject({ queueDepth: null, oldestJob: null })
  await desk.admin.del(`/agents/${agent.id}`)
})

it('returns 503 when the queue was deleted', async () => {
  await desk.createAgentWithoutQueue('attic')
  await desk.createPrinter({ printerName: 'attic' })
  expect(await desk.print()).toMatchObject(failed)
})
