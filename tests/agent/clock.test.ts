import { describe, expect, test, vi } from 'vitest'
import { createPrintJob, escPosBytesOf } from './print-jobs.ts'
import { openShop } from './shop.ts'

const soon = { timeout: 60_000, interval: 20 }

const minutes = 60_000
const jobTtlMs = 10 * minutes

/** Options of a Node whose clock is off by a number of milliseconds. */
const clockOff = (byMs: number) => [
  '--import',
  `data:text/javascript,${encodeURIComponent(`
    const Real = Date
    globalThis.Date = class extends Real {
      constructor(...given) { given.length ? super(...given) : super(Real.now() + ${byMs}) }
      static now() { return Real.now() + ${byMs} }
    }`)}`,
]

describe("a shop's clock", () => {
  test('that is 11 minutes fast expires no job, and the log says so', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    const job = createPrintJob('kitchen', { expiresAtMs: Date.now() + jobTtlMs })
    await cloud.enqueue(job)
    const agent = await startAgent({}, clockOff(11 * minutes))

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['printed']), soon)
    expect(kitchen.receipts).toEqual([escPosBytesOf(job)])
    await vi.waitFor(() => expect(agent.output()).toContain('clock-differs'), soon)
  })

  test('that is 11 minutes slow prints no expired job', async () => {
    const { cloud, kitchen, startAgent } = await openShop()
    const job = createPrintJob('kitchen', { expiresAtMs: Date.now() - 1 * minutes })
    await cloud.enqueue(job)
    await startAgent({}, clockOff(-11 * minutes))

    await vi.waitFor(() => expect(cloud.statesOf(job.id)).toEqual(['expired']), soon)
    expect(kitchen.receipts).toEqual([])
  })
})
