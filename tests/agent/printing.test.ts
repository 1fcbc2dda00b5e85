import { readdir, readFile } from 'node:fs/promises'
import { describe, expect, test, vi } from 'vitest'
import { createPrintJob, escPosBytesOf, undrawableJob } from './print-jobs.ts'

import { startPrinter } from './printer-sink.ts'
import { openShop } from './shop.ts'

vi.setConfig({ testTimeout: 90_000 })
const soon = { timeout: 30_000, interval: 20 }
const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47])

describe('printing', () => {
  test('a network printer gets exactly the bytes of the receipt', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
    expect(kitchen.receipts).toEqual([escPosBytesOf(job)])
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
  })

  test('a virtual printer writes the picture and the bytes', async () => {
    const { cloud, stateDir, startAgent } = await openShop()
    const id = '0193c1d2-aaaa-bbbb-cccc-000000000000'
    const job = createPrintJob('customer', { id })
    job.ticket.ticketId = '../../T 1'
    await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(() => expect(cloud.statesOf(id)).toEqual(['printed']), soon)
    const files = (await readdir(`${stateDir}/printed`)).sort()
    expect(files).toEqual(['______T_1-0193c1d2.bin', '______T_1-0193c1d2.png'])
    const [bytes, picture] = await Promise.all(
      files.map((file) => readFile(`${stateDir}/printed/${file}`)),
    )
    expect(bytes).toEqual(escPosBytesOf(job))
    expect(picture?.subarray(0, 4)).toEqual(PNG_SIGNATURE)
  })

  test('any text is printed and drawn', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    const jobs = ['kitchen', 'customer'].map((printer) => {
      const job = createPrintJob(printer)
      const name = '🍕 \ufffe\uffff\u{10ffff} \u0000\u001b@ قهوة \u202e </text>'
      job.ticket.items = [{ quantity: 1, name, price: 1, comments: [name] }]
      job.ticket.invoice = name
      return job
    })
    for (const job of jobs) await cloud.enqueue(job)
    await startAgent()
    for (const { id } of jobs) {
      await vi.waitFor(() => expect(cloud.statesOf(id)).toEqual(['printed']), soon)
    }
    expect(kitchen.receipts).toHaveLength(1)
  })

  test('an offline printer delays only its own jobs, in order', async () => {
    const { cloud, kitchen, config, startAgent } = await openShop()
    const bar = await startPrinter()
    await bar.stop()
    const waiting = [1, 2, 3].map((number) => {
      const job = createPrintJob('bar')
      job.ticket.ticketId = `B-${number}`
      return job
    })
    const other = createPrintJob('kitchen')
    for (const job of [...waiting, other]) await cloud.enqueue(job)
    const network = [
      ...config.printers.network,
      { name: 'bar', host: '127.0.0.1', port: bar.port },
    ]
    const agent = await startAgent({ printers: { system: false, network } })

    await vi.waitFor(() => expect(kitchen.receipts).toEqual([escPosBytesOf(other)]), soon)
    await vi.waitFor(() => expect(agent.output()).toContain('print-failed'), soon)
    const barAgain = await startPrinter(bar.port)
    try {
      await vi.waitFor(
        () =>
          expect(waiting.flatMap((job) => cloud.statesOf(job.id))).toEqual([
            'printed',
            'printed',
            'printed',
          ]),
        soon,
      )
      expect(barAgain.receipts).toEqual(waiting.map((job) => escPosBytesOf(job)))
    } finally {
      await barAgain.stop()
    }
  })

  test('a job past its TTL is reported as expired and not printed', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    const job = createPrintJob('kitchen', { expiresAtMs: Date.now() - 1 })
    await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['expired']), soon)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
    expect(kitchen.receipts).toEqual([])
  })

  test('a job for an unknown printer waits until it expires', async () => {
    const { cloud, startAgent } = await openShop()
    const agent = await startAgent()
    await vi.waitFor(() => expect(agent.output()).toContain('reported'), soon)
    const job = createPrintJob('attic', { expiresAtMs: Date.now() + 4_000 })
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
      claimed.settings = { ...narrow, ...settings }
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
    expect(agent.output()).toContain('print-unclaimed')
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
  })

  test('a job that the agent does not understand is reported as failed', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    await cloud.send('{"id": "half-a-job"}', 'kitchen', 'poison')
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(() => expect(kitchen.receipts).toEqual([escPosBytesOf(job)]), soon)
    await vi.waitFor(() => expect(cloud.statesOf('half-a-job')).toEqual(['failed']), soon)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
  })

  test('a message that is no job goes to the dead-letter queue', async () => {
    const { cloud, kitchen, startAgent } = await openShop({ maxReceives: 2 })
    await cloud.send('{}', 'kitchen', 'poison')
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(() => expect(cloud.deadLetters()).toBe(1), soon)
    await vi.waitFor(() => expect(kitchen.receipts).toEqual([escPosBytesOf(job)]), soon)
  })

  test('a receipt that cannot be drawn fails at once, and its outcome says why', async () => {
    const { cloud, startAgent } = await openShop()
    const undrawable = undrawableJob('customer')
    const next = createPrintJob('customer')
    await cloud.enqueue(undrawable)
    await cloud.enqueue(next)
    const agent = await startAgent()

    await vi.waitFor(() => expect(cloud.statesOf(next.id)).toEqual(['printed']), soon)
    expect(cloud.statesOf(undrawable.id)).toEqual(['failed'])
    const why = 'the receipt cannot be rendered: Error: a picture of 640 x 1500'
    const outcome = cloud.state.calls.find(({ path }) => path.endsWith(undrawable.id))
    expect(outcome?.body).toMatchObject({ detail: expect.stringContaining(why) })
    expect(agent.output()).toContain(why)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
    expect(cloud.deadLetters()).toBe(0)
  })

  test('a printer that breaks the connection gets three attempts', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    kitchen.behaviour.breaks = true
    const job = createPrintJob('kitchen')
    await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['failed']), soon)
    expect(kitchen.started()).toBe(3)
    await vi.waitFor(() => expect(cloud.queued()).toBe(0), soon)
  })

  test('an outcome is retried until an outage of the cloud is over', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    const job = createPrintJob('kitchen')
    cloud.state.outages.set(`/agents/jobs/${job.id}`, 2)
    await cloud.enqueue(job)
    await startAgent()

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
    expect(kitchen.receipts).toHaveLength(1)
  })
})
