import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '../../print-agent/command-line.ts'
import { cupsPrinters } from '../../print-agent/printers/cups.ts'
import { hasCups, startCups } from './cups.ts'
import { createPrintJob, escPosBytesOf } from './print-jobs.ts'
import { startPrinter } from './printer-sink.ts'
import { openShop } from './shop.ts'

const soon = { timeout: 60_000, interval: 50 }

/** The lines that a command of the agent says. */
async function command(...words: string[]) {
  const lines: string[] = []
  const say = (line: string) => void lines.push(line)
  await runCommandLine(words, { env: {}, say, complain: say })
  return lines
}

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
    const job = createPrintJob('off', { expiresAtMs: Date.now() + 10_000 })
    await shop.cloud.enqueue(job)

    await vi.waitFor(() => expect(shop.cloud.statesOf(job.id)).toEqual(['failed']), soon)
    expect(cups.waiting()).toBe('')
  })

  test('a stopped queue prints nothing until it starts, and then once', async () => {
    const paper = await startPrinter()
    onTestFinished(() => paper.stop())
    await paper.stop()
    const names = ['stopped', 'late', 'holding', 'begun']
    const cups = await startCups(names.map((name) => ({ name, port: paper.port })))
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    const shop = await openShop()
    const { cloud } = shop
    const agent = await shop.startAgent({ printers: { system: true } })
    await vi.waitFor(() => expect(agent.output()).toContain('reported'), soon)
    cups.run('cupsdisable', '-r', 'paper jam', 'stopped', 'late')
    cups.run('cupsdisable', '--hold', 'holding')
    const soonOver = { expiresAtMs: Date.now() + 10_000 }
    const jobs = names.map((name) =>
      createPrintJob(name, name === 'late' ? soonOver : {}),
    )
    for (const job of jobs) await cloud.enqueue(job)
    const states = () => jobs.flatMap(({ id }) => cloud.statesOf(id))

    await vi.waitFor(() => expect(states()).toEqual(['expired']), soon)
    const outcome = cloud.state.calls.find(({ path }) => path.endsWith(jobs[1]?.id ?? ''))
    const detail = 'its queue is stopped in CUPS: paper jam'
    expect(outcome?.body).toMatchObject({ detail })
    // CUPS has begun this one: it tries to reach its printer.
    await vi.waitFor(() => expect(cups.waiting()).toContain('begun-'), soon)
    cups.run('cupsdisable', 'begun')
    await vi.waitFor(() => expect(cups.waiting()).toBe(''), soon)
    const on = await startPrinter(paper.port)
    onTestFinished(() => on.stop())
    cups.run('cupsenable', 'stopped', 'begun')
    cups.run('cupsenable', '--release', 'holding')
    await vi.waitFor(
      () => expect(states()).toEqual(['printed', 'expired', 'printed', 'reprinted']),
      { timeout: 60_000, interval: 50 },
    )
    const papers = jobs
      .filter(({ printerName }) => printerName !== 'late')
      .map((job) => escPosBytesOf(job, { copy: job.printerName === 'begun' }))
    expect(on.receipts).toHaveLength(3)
    expect(on.receipts).toEqual(expect.arrayContaining(papers))
  })

  test('a queue that was stopped before the test page prints none, and check says why', async () => {
    const { config, stateDir } = await openShop()
    const cups = await startCups([{ name: 'till', port: 9 }])
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    const path = join(stateDir, 'agent.json')
    await writeFile(path, JSON.stringify({ ...config, printers: { system: true } }))
    cups.run('cupsdisable', '-r', 'paper jam', 'till')

    expect(await command('test-print', 'till', '--config', path)).toEqual([
      'till did not print: its queue is stopped in CUPS: paper jam',
    ])
    expect(await command('check', '--config', path)).toContain(
      '!! Printer till: its queue is stopped in CUPS: paper jam; cupsenable till starts it',
    )
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
