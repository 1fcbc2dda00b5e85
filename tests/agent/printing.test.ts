import { readdir, readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { defaultSettings } from '../../shared/paper/layout/print-settings.ts'
import type { PrintJob } from '../../shared/paper/queue/print-job.ts'
import type { AgentProcess } from './agent-process.ts'
import { createPrintJob, escPosBytesOf, undrawableJob } from './print-jobs.ts'
import { type PrinterSink, startPrinter } from './printer-sink.ts'
import { openShop } from './shop.ts'

const soon = { timeout: 60_000, interval: 20 }
const pngSignature = Buffer.from([0x89, 0x50, 0x4e, 0x47])

// One agent prints for all: each start takes most of a second.
type Shop = Awaited<ReturnType<typeof openShop>>
let shop: Shop
let cloud: Shop['cloud']
let kitchen: PrinterSink
let bar: PrinterSink
let agent: AgentProcess
const started: (() => Promise<void>)[] = []
beforeAll(async () => {
  shop = await openShop({}, (close) => started.push(close))
  cloud = shop.cloud
  kitchen = shop.kitchen
  bar = await startPrinter()
  started.push(() => bar.stop())
  const network = [
    ...shop.config.printers.network,
    { name: 'bar', host: '127.0.0.1', port: bar.port },
  ]
  const { virtual } = shop.config.printers
  agent = await shop.startAgent({ printers: { system: false, network, virtual } })
})
beforeEach(() => {
  kitchen.receipts.length = 0
})
afterAll(async () => {
  for (const stop of started.reverse()) await stop()
})

describe('printing', () => {
  test('a network printer gets exactly the bytes of the receipt', async () => {
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
    expect(kitchen.receipts).toEqual([escPosBytesOf(job)])
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
  })

  test('a virtual printer writes the picture and the bytes', async () => {
    const id = '0193c1d2-aaaa-bbbb-cccc-000000000000'
    const job = createPrintJob('customer', { id })
    job.ticket.ticketId = '../../T 1'
    await cloud.enqueue(job)

    await vi.waitFor(() => expect(cloud.statesOf(id)).toEqual(['printed']), soon)
    const printed = await readdir(`${shop.stateDir}/printed`)
    const files = printed.filter((name) => name.includes('0193c1d2')).sort()
    expect(files).toEqual(['______T_1-0193c1d2.bin', '______T_1-0193c1d2.png'])
    const [bytes, picture] = await Promise.all(
      files.map((file) => readFile(`${shop.stateDir}/printed/${file}`)),
    )
    expect(bytes).toEqual(escPosBytesOf(job))
    expect(picture?.subarray(0, 4)).toEqual(pngSignature)
  })

  test('any text is printed and drawn', async () => {
    const jobs = ['kitchen', 'customer'].map((printer) => {
      const job = createPrintJob(printer)
      const name = '🍕 \ufffe\uffff\u{10ffff} \u0000\u001b@ قهوة \u202e </text>'
      job.ticket.items = [{ quantity: 1, name, price: 1, comments: [name] }]
      job.ticket.invoice = name
      return job
    })
    for (const job of jobs) await cloud.enqueue(job)
    for (const { id } of jobs) {
      await vi.waitFor(() => expect(cloud.statesOf(id)).toEqual(['printed']), soon)
    }
    expect(kitchen.receipts).toHaveLength(1)
  })

  test('an offline printer delays only its own jobs, in order', async () => {
    await bar.stop()
    const waiting = [1, 2, 3].map((number) => {
      const job = createPrintJob('bar')
      job.ticket.ticketId = `B-${number}`
      return job
    })
    const other = createPrintJob('kitchen')
    for (const job of [...waiting, other]) await cloud.enqueue(job)

    await vi.waitFor(() => expect(kitchen.receipts).toEqual([escPosBytesOf(other)]), soon)
    await vi.waitFor(() => expect(agent.output()).toContain('print-failed'), soon)
    bar = await startPrinter(bar.port)
    await vi.waitFor(
      () =>
        expect(waiting.flatMap((job) => cloud.statesOf(job.id))).toEqual([
          'printed',
          'printed',
          'printed',
        ]),
      soon,
    )
    expect(bar.receipts).toEqual(waiting.map((job) => escPosBytesOf(job)))
  })

  test('a job past its TTL is reported as expired and not printed', async () => {
    const job = createPrintJob('kitchen', { expiresAtMs: Date.now() - 1 })
    await cloud.enqueue(job)

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['expired']), soon)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
    expect(kitchen.receipts).toEqual([])
  })

  test('a receipt that waited while the agent was away is printed up to the age of an hour, and opens no drawer alone', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    const minutesAgo = (minutes: number, change: Partial<PrintJob> = {}) => {
      const createdAtMs = Date.now() - minutes * 60_000
      return createPrintJob('kitchen', {
        createdAtMs,
        expiresAtMs: createdAtMs + 10 * 60_000,
        ...change,
      })
    }
    const jobs = [minutesAgo(61), minutesAgo(30), minutesAgo(30, { drawerOnly: true })]
    for (const job of jobs) await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(
      () =>
        expect(jobs.map(({ id }) => cloud.statesOf(id))).toEqual([
          ['expired'],
          ['printed'],
          ['expired'],
        ]),
      soon,
    )
    expect(kitchen.receipts).toHaveLength(1)
  })

  test('a job for an unknown printer waits until it expires', async () => {
    await vi.waitFor(() => expect(agent.output()).toContain('reported'), soon)
    const job = createPrintJob('attic', { expiresAtMs: Date.now() + 8_000 })
    await cloud.enqueue(job)

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['expired']), soon)
    const call = cloud.state.calls.find(({ path }) => path === `/agents/jobs/${job.id}`)
    expect(call?.body).toMatchObject({
      state: 'expired',
      detail: 'there is no printer attic',
      attempts: expect.any(Number),
    })
  })

  test('a job is claimed before its first byte, a cancelled one is not printed', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    const [cancelled, unclaimed, claimed] = [1, 2, 3].map(() => createPrintJob('kitchen'))
    const jobs = [cancelled, unclaimed, claimed].filter((job) => job !== undefined)
    if (claimed) {
      const narrow = { columns: 32, cut: 'partial', codePage: 'wpc1252' } as const
      const settings = { openDrawer: true, buzzer: true, copies: 2, goodbyeSeconds: 5 }
      claimed.settings = { ...defaultSettings, ...narrow, ...settings }
    }
    cloud.state.cancelled.add(cancelled?.id ?? '')
    cloud.state.outages.set(`/agents/jobs/${unclaimed?.id}/begin`, 1)
    for (const job of jobs) await cloud.enqueue(job)
    const agent = await startAgent()

    await vi.waitFor(
      () =>
        expect(jobs.map(({ id }) => cloud.statesOf(id))).toEqual([
          ['cancelled'],
          ['printed'],
          ['printed'],
        ]),
      soon,
    )
    expect(kitchen.receipts).toEqual(jobs.slice(1).map((job) => escPosBytesOf(job)))
    await vi.waitFor(() => expect(agent.output()).toContain('print-unclaimed'), soon)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
  })

  test('a job that the agent does not understand is reported as failed', async () => {
    await cloud.send('{"id": "half-a-job"}', 'kitchen', 'poison')
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)

    await vi.waitFor(() => expect(kitchen.receipts).toEqual([escPosBytesOf(job)]), soon)
    await vi.waitFor(() => expect(cloud.statesOf('half-a-job')).toEqual(['failed']), soon)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
  })

  test('a message that is not a job goes to the dead-letter queue', async () => {
    const { cloud, kitchen, startAgent } = await openShop({ maxReceives: 2 })
    await cloud.send('{}', 'kitchen', 'poison')
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(() => expect(cloud.deadLetters()).toBe(1), soon)
    await vi.waitFor(() => expect(kitchen.receipts).toEqual([escPosBytesOf(job)]), soon)
  })

  test('a receipt that cannot be drawn fails at once, and its outcome says why', async () => {
    const undrawable = undrawableJob('customer')
    const next = createPrintJob('customer')
    await cloud.enqueue(undrawable)
    await cloud.enqueue(next)

    await vi.waitFor(() => expect(cloud.statesOf(next.id)).toEqual(['printed']), soon)
    await vi.waitFor(
      () => expect(cloud.statesOf(undrawable.id)).toEqual(['failed']),
      soon,
    )
    const why = 'the receipt cannot be rendered: Error: a picture of 640 x 1500'
    const outcome = cloud.state.calls.find(({ path }) => path.endsWith(undrawable.id))
    expect(outcome?.body).toMatchObject({ detail: expect.stringContaining(why) })
    await vi.waitFor(() => expect(agent.output()).toContain(why), soon)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
    expect(cloud.deadLetters()).toBe(0)
  })

  test('a printer that reads all and resets the connection prints once, not confirmed', async () => {
    kitchen.behaviour.resets = true
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
    expect(cloud.outcomeOf(job.id)).toMatchObject({ confirmed: false })
    expect(kitchen.receipts).toEqual([escPosBytesOf(job)])
    kitchen.behaviour.resets = false
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
  })

  test('an outcome is retried until an outage of the cloud is over', async () => {
    const job = createPrintJob('kitchen')
    cloud.state.outages.set(`/agents/jobs/${job.id}`, 2)
    await cloud.enqueue(job)

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
    expect(kitchen.receipts).toHaveLength(1)
  })
})
