import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { cupsPrinters } from '../../print-agent/printers/cups.ts'
import { hasCups, startCups } from './cups.ts'
import { createPrintJob, escPosBytesOf } from './print-jobs.ts'
import { startPrinter } from './printer-sink.ts'
import { openShop } from './shop.ts'

vi.setConfig({ testTimeout: 90_000 })
const soon = { timeout: 30_000, interval: 50 }

// Needs the operating system's spooler (Debian package `cups`) and root.
describe.skipIf(!hasCups())('printers of the operating system', () => {
  test('are reported, and print the job byte for byte', async () => {
    const shop = await openShop()
    const paper = await startPrinter()
    onTestFinished(() => paper.stop())
    const cups = await startCups([{ name: 'till_printer', port: paper.port }])
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    const job = createPrintJob('till_printer')
    job.ticket.ticketId = `-o\u0000"; $(reboot)${'x'.repeat(500)}`
    await shop.cloud.enqueue(job)
    await shop.startAgent({ printers: { system: true } })

    await vi.waitFor(() => expect(paper.receipts).toEqual([escPosBytesOf(job)]), soon)
    await vi.waitFor(() => expect(shop.cloud.statesOf(job.id)).toEqual(['printed']), soon)
    const report = shop.cloud.state.calls.find((call) => call.path === '/agents/report')
    expect(report?.body).toMatchObject({
      printers: [{ name: 'till_printer', kind: 'system' }],
    })
  })

  test('a printer that is off prints nothing later, and the job has failed', async () => {
    const shop = await openShop()
    const cups = await startCups([{ name: 'off', port: 9 }])
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    const agent = await shop.startAgent({ printers: { system: true } })
    await vi.waitFor(() => expect(agent.output()).toContain('reported'), soon)
    const job = createPrintJob('off', { expiresAtMs: Date.now() + 3_000 })
    await shop.cloud.enqueue(job)

    await vi.waitFor(() => expect(shop.cloud.statesOf(job.id)).toEqual(['failed']), soon)
    expect(cups.waiting()).toBe('')
  })

  test('a printer that was removed fails as not printed', async () => {
    const cups = await startCups([{ name: 'old', port: 9 }])
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    const [old] = await cupsPrinters()
    expect(old?.name).toBe('old')
    cups.remove('old')

    const document = {
      jobId: 'job',
      ticketId: 'T-1',
      title: 'ticket T-1',
      bytes: Buffer.from('receipt'),
      picture: () => Promise.reject(new Error('a spooler prints bytes')),
    }
    await expect(
      old?.print(document, async () => undefined, AbortSignal.timeout(60_000)),
    ).rejects.toMatchObject({
      name: 'PrinterFailure',
      maybePrinted: false,
    })
  })
})
