import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { later } from '../../support/clock.ts'
import { openPrintDesk, type PrintDesk } from '../../support/printing.ts'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk()
})
beforeEach(() => desk.clear())
afterAll(() => desk.shop.close())

const report = (...printers: object[]) =>
  desk.agent.post('/agents/report', { printers, version: '1.0.0', claimsJobs: true })
const status = async () => (await desk.till.get('/printers/status')).body
const last = async () => (await desk.till.get('/printers/jobs?limit=1')).body[0]

describe('GET /printers/status', () => {
  it('is shown when a ticket printed nothing, as its printer has no template', async () => {
    await desk.createPrinter({ printerName: 'front', templateName: null })
    expect(await desk.print()).toMatchObject({ status: 200, body: 'Print job sent' })
    const skipped = await last()
    expect(skipped).toMatchObject({
      printerName: 'front',
      state: 'skipped',
      lastError: 'the printer has no template, so nothing was printed',
    })
    expect(await status()).toMatchObject([
      { lastSkippedMs: expect.any(Number), lastPrintedMs: null, waiting: 0 },
    ])
    expect(await desk.till.post(`/printers/jobs/${skipped.id}/reprint`)).toMatchObject({
      status: 404,
    })
    await desk.clear()
    await desk.createPrinter({ printerName: 'front', templateName: 'none' })
    await desk.print()
    expect(await last()).toMatchObject({ id: skipped.id })
  })

  it("says what each configuration's printer does, as its agent last reported", async () => {
    await report({ name: 'grill', kind: 'network' })
    await desk.createPrinter({ printerName: 'grill' })
    await desk.print()
    const { id } = await last()
    const failingSinceMs = Date.now() - 60_000
    const problem = 'the printer is offline: out of paper'
    const grill = { name: 'grill', kind: 'network', problem, failingSinceMs }
    await report({ ...grill, lastPrintedMs: 1_000 })
    expect(await status()).toEqual([
      {
        id: expect.any(String),
        printerName: 'grill',
        printerType: 'KITCHEN',
        enabled: true,
        agentName: 'counter',
        lastPrintedMs: 1_000,
        failingSinceMs,
        problem,
        waiting: 1,
        lastSkippedMs: null,
      },
    ])
    const [agent] = (await desk.admin.get('/agents')).body
    expect(agent.printers).toEqual([
      { ...grill, lastPrintedMs: 1_000, waiting: 1, ambiguous: false },
    ])
    // The agent was restarted and has printed nothing yet
    await report({ ...grill, problem: null, failingSinceMs: null })
    expect(await status()).toMatchObject([
      { problem: null, failingSinceMs: null, lastPrintedMs: 1_000 },
    ])
    await desk.agent.post(`/agents/jobs/${id}`, { state: 'printed', detail: null })
    const [printed] = await status()
    expect(printed).toMatchObject({ waiting: 0 })
    expect(printed.lastPrintedMs).toBeGreaterThan(failingSinceMs)
    await later(2, async () =>
      expect(await status()).toMatchObject([{ agentName: null, problem: null }]),
    )
  })
})
