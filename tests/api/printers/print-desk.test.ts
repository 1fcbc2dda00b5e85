import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { later } from '../../support/clock.ts'
import {
  elements,
  failed,
  openPrintDesk,
  type PrintDesk,
  ticketData,
} from '../../support/printing.ts'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk()
})
beforeEach(async () => {
  await report({ claimsJobs: true })
  await desk.clear()
  await desk.createPrinter({ printerName: 'oven' })
})
afterAll(() => desk.shop.close())

const report = (fields: object) => {
  const printers = ['front', 'oven'].map((name) => ({ name, kind: 'network' }))
  return desk.agent.post('/agents/report', { printers, version: '1.0.0', ...fields })
}

const listed = async () => (await desk.till.get('/printers/jobs?limit=20')).body
const last = async () => (await listed())[0]
const printOne = async (): Promise<string> => {
  await desk.print()
  return (await last()).id
}
const begin = (id: string, attempts = 1) =>
  desk.agent.post(`/agents/jobs/${id}/begin`, { attempts })
const end = (id: string, fields: object) =>
  desk.agent.post(`/agents/jobs/${id}`, { detail: null, ...fields })
const cancel = (id: string) => desk.till.del(`/printers/jobs/${id}`)
const reprint = (id: string) => desk.till.post(`/printers/jobs/${id}/reprint`)

const alreadyPrinting = { status: 409, body: { message: 'The job is already printing' } }
const notFound = { status: 404, body: { message: 'Print job not found' } }

describe('a print job', () => {
  it('is listed from its queue to the paper', async () => {
    const id = await printOne()
    expect(await last()).toEqual({
      id,
      printerName: 'oven',
      agentId: desk.agent.id,
      agentName: 'counter',
      type: 'KITCHEN',
      templateName: 'Order',
      ticketId: ticketData.ticketId,
      copy: false,
      state: 'waiting',
      attempts: 0,
      lastError: null,
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      printedAt: null,
    })
    expect(await begin(id)).toMatchObject({ status: 204 })
    expect(await last()).toMatchObject({ state: 'printing', attempts: 1 })
    const beforeMs = Date.now()
    await end(id, { state: 'printed', attempts: 2, endedMsAgo: 60_000 })
    const printed = await last()
    expect(printed).toMatchObject({ id, state: 'printed', attempts: 2, lastError: null })
    const endedMs = Date.parse(printed.printedAt) + 60_000
    // In whole seconds
    expect(endedMs).toBeGreaterThan(beforeMs - 1_000)
    expect(endedMs).toBeLessThanOrEqual(Date.now())
  })

  it('shows from heartbeats how often it was tried, and why it failed', async () => {
    const id = await printOne()
    const error = 'the printer is offline: paper'
    const jobs = [
      { id, attempts: 3, error },
      { id: randomUUID(), attempts: 1, error: 'x' },
    ]
    expect(await report({ claimsJobs: true, jobs })).toMatchObject({ status: 200 })
    expect(await last()).toMatchObject({
      state: 'waiting',
      attempts: 3,
      lastError: error,
    })
    await end(id, { state: 'expired', detail: error })
    await report({ claimsJobs: true, jobs: [{ id, attempts: 9, error: 'late' }] })
    expect(await last()).toMatchObject({
      state: 'expired',
      attempts: 3,
      lastError: error,
    })
  })

  it('is `sent` to an agent that does not say when it begins, and then unknown', async () => {
    await report({})
    await printOne()
    expect(await last()).toMatchObject({ state: 'sent' })
    await later(12, async () => expect(await last()).toMatchObject({ state: 'unknown' }))
  })

  it('has failed when no agent took it in time, as in the dead-letter queue', async () => {
    await printOne()
    const lastError = 'the agent has not begun it in time'
    await later(60, async () => expect(await last()).toMatchObject({ state: 'waiting' }))
    await later(62, async () =>
      expect(await last()).toMatchObject({ state: 'failed', lastError }),
    )
  })

  it('is unknown when its agent began it and never said how it ended', async () => {
    await begin(await printOne())
    await later(12, async () => expect(await last()).toMatchObject({ state: 'unknown' }))
  })

  it('is listed for 24 hours, newest first, in pages', async () => {
    const one = await printOne()
    const two = await printOne()
    const page = await desk.till.get('/printers/jobs?limit=1')
    expect(page.body).toMatchObject([{ id: two }])
    const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1] ?? ''
    expect((await desk.till.get(next)).body).toMatchObject([{ id: one }])
    await later(24 * 60 + 1, async () => {
      const till = await desk.shop.userWith()
      expect((await till.get('/printers/jobs')).body).toEqual([])
      expect(await till.del(`/printers/jobs/${one}`)).toMatchObject(notFound)
    })
  })

  it('has failed when it could not be queued', async () => {
    const other = await desk.createAgentWithoutQueue('attic')
    await desk.createPrinter({ printerName: 'attic' })
    const printerId = (await desk.till.get('/printers/configs')).body.find(
      (each: { printerName: string }) => each.printerName === 'attic',
    ).id
    expect(await desk.print({ printerId })).toMatchObject(failed)
    expect(await last()).toMatchObject({
      agentId: other.id,
      printerName: 'attic',
      state: 'failed',
      lastError: 'could not be sent to the agent',
    })
  })
})

describe('a reprint', () => {
  it('is a separate job, marked as a copy once', async () => {
    const id = await printOne()
    const again = await reprint(id)
    expect(again).toMatchObject({ status: 201, body: { id: expect.any(String) } })
    const third = await reprint(again.body.id)
    const jobs = await desk.agent.takeJobs()
    expect(jobs.map((job) => job.id)).toEqual([id, again.body.id, third.body.id])
    const texts = jobs.map((job) => job.elements.map(({ value }) => value))
    const values = elements.map(({ value = '' }) => value)
    expect(texts).toEqual([
      values,
      ['*** COPY ***', ...values],
      ['*** COPY ***', ...values],
    ])
    expect(jobs.map(({ ticket }) => ticket)).toEqual(jobs.map(() => ticketData))
    const copies = (await listed()).slice(0, 3).map(({ copy }: { copy: boolean }) => copy)
    expect(copies).toEqual([true, true, false])
  })

  it('is made once per Idempotency-Key', async () => {
    const path = `/printers/jobs/${await printOne()}/reprint`
    const key = { 'idempotency-key': randomUUID() }
    const one = await desk.till.post(path, undefined, key)
    expect(await desk.till.post(path, undefined, key)).toMatchObject({ body: one.body })
    expect(await desk.printedOn()).toEqual(['oven', 'oven'])
  })

  it('returns 404 for an unknown job and 503 while its printer is away', async () => {
    expect(await reprint(randomUUID())).toMatchObject(notFound)
    expect(await reprint('x'.repeat(3_000))).toMatchObject({ status: 404 })
    const id = await printOne()
    await desk.agent.post('/agents/report', { printers: [], version: '1.0.0' })
    expect(await reprint(id)).toMatchObject(failed)
    expect(await last()).toMatchObject({ id })
  })
})

describe('a cancelled job', () => {
  it('is refused to its agent, and stays cancelled', async () => {
    const id = await printOne()
    expect(await cancel(id)).toMatchObject({ status: 204 })
    expect(await cancel(id)).toMatchObject({ status: 204 })
    expect(await begin(id)).toMatchObject({
      status: 409,
      body: { message: `Print job ${id} is over` },
    })
    expect(await end(id, { state: 'cancelled' })).toMatchObject({ status: 204 })
    expect(await end(id, { state: 'expired' })).toMatchObject({ status: 409 })
    expect(await last()).toMatchObject({ state: 'cancelled', printedAt: null })
  })

  it('counts as printed when its agent could not ask', async () => {
    const id = await printOne()
    await cancel(id)
    expect(await end(id, { state: 'printed' })).toMatchObject({ status: 204 })
    expect(await last()).toMatchObject({ state: 'printed' })
  })

  it('is not begun any more after its agent said that it failed', async () => {
    const id = await printOne()
    await cancel(id)
    const outcome = { state: 'failed', detail: 'may be on paper', started: true }
    expect(await end(id, outcome)).toMatchObject({ status: 204 })
    expect(await begin(id)).toMatchObject({ status: 409 })
    expect(await last()).toMatchObject({ state: 'failed' })
  })

  it.each(['printing', 'printed'])('returns 409 when it is %s', async (state) => {
    const id = await printOne()
    await begin(id)
    if (state === 'printed') await end(id, { state })
    expect(await cancel(id)).toMatchObject(alreadyPrinting)
    expect(await last()).toMatchObject({ state })
  })

  it('returns 404 for an unknown job, 409 where the agent prints without asking', async () => {
    expect(await cancel(randomUUID())).toMatchObject(notFound)
    await report({})
    expect(await cancel(await printOne())).toMatchObject({
      status: 409,
      body: { message: 'The agent of this printer cannot cancel jobs' },
    })
    expect(await last()).toMatchObject({ state: 'sent' })
  })

  it('or one that has begun: of cancel and begin at once, exactly one wins', async () => {
    const ids: string[] = []
    for (let at = 0; at < 12; at += 1) ids.push(await printOne())
    const won = await Promise.all(
      ids.map(async (id, at) => {
        const [first, second] = at % 2 === 0 ? [cancel, begin] : [begin, cancel]
        const follows = sleep(at).then(() => second(id))
        const answers = await Promise.all([first(id), follows])
        const statuses = answers.map((answer) => answer.status)
        return statuses.toSorted((left, right) => left - right)
      }),
    )
    expect(won).toEqual(ids.map(() => [204, 409]))
    const states = (await listed()).slice(0, 12) as { state: string }[]
    for (const { state } of states) expect(state).toMatch(/^(printing|cancelled)$/)
  })
})

it("a job can only be changed with its own agent's secret", async () => {
  const id = await printOne()
  const { post } = await desk.enrol('other')
  expect(await post(`/agents/jobs/${id}/begin`, { attempts: 1 })).toMatchObject(notFound)
  expect(await begin(randomUUID())).toMatchObject(notFound)
  expect(await begin(id, -1)).toMatchObject({ status: 400 })
  const jobs = [{ id, attempts: 7, error: 'x' }]
  await post('/agents/report', { printers: [], version: '1', jobs })
  expect(await last()).toMatchObject({ state: 'waiting', attempts: 0, lastError: null })
})
