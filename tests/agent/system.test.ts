import { execFileSync } from 'node:child_process'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { runCommandLine } from '../../print-agent/command-line.ts'
import { runChild } from '../../print-agent/printers/child.ts'
import { cupsPrinters } from '../../print-agent/printers/cups.ts'
import { temporaryFolder } from './agent-process.ts'
import { hasCups, startCups } from './cups.ts'
import { startIppPrinter } from './ipp-printer.ts'
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

  test('a queue of raw TCP confirms nothing, check recommends the direct way, and direct takes it', async () => {
    const { config, stateDir, cloud, startAgent } = await openShop()
    const paper = await startPrinter()
    onTestFinished(() => paper.stop())
    const cups = await startCups([{ name: 'till', port: paper.port }])
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    const path = join(stateDir, 'agent.json')
    const printers = { system: true }
    await writeFile(path, JSON.stringify({ ...config, printers }))
    const agent = await startAgent({ printers })
    const [before, after] = [createPrintJob('till'), createPrintJob('till')]
    paper.behaviour.breaks = true
    await cloud.enqueue(before)
    await vi.waitFor(() => expect(cloud.statesOf(before.id)).toHaveLength(1), soon)
    expect(cloud.outcomeOf(before.id)).toMatchObject({
      // A spooler on a busy machine may need a second attempt.
      state: expect.stringMatching(/^(re)?printed$/),
      confirmed: false,
      detail: 'its queue in CUPS does not know whether the printer read it',
    })
    expect(paper.receipts).toEqual([])
    await agent.end('SIGTERM')
    paper.behaviour.breaks = false

    const advice =
      '.. Printer till: its queue in CUPS does not know whether it read a receipt; ' +
      'lightning-pos-agent direct till prints without CUPS'
    expect(await command('check', '--config', path)).toContain(advice)
    await command('direct', 'till', '--config', path)
    expect(await command('check', '--config', path)).toEqual(
      expect.arrayContaining([`ok Printer till: reached at 127.0.0.1:${paper.port}`]),
    )
    expect(await command('check', '--config', path)).not.toContain(advice)
    await startAgent(JSON.parse(await readFile(path, 'utf8')))
    await cloud.enqueue(after)
    await vi.waitFor(() => expect(cloud.statesOf(after.id)).toHaveLength(1), soon)
    expect(cloud.outcomeOf(after.id)).toMatchObject({ state: 'printed', detail: null })
    expect(cloud.outcomeOf(after.id)).not.toHaveProperty('confirmed')
    expect(paper.receipts).toEqual([escPosBytesOf(after)])
  })

  test('an IPP printer prints, and a document that it refuses has failed at once', async () => {
    const ipp = await startIppPrinter()
    onTestFinished(() => ipp.stop())
    const cups = await startCups([{ name: 'ipp', uri: ipp.uri }])
    onTestFinished(() => cups.stop())
    vi.stubEnv('CUPS_SERVER', cups.server)
    onTestFinished(() => void vi.unstubAllEnvs())
    const { cloud, startAgent } = await openShop()
    await startAgent({ printers: { system: true } })
    const [taken, refused] = [createPrintJob('ipp'), createPrintJob('ipp')]
    await cloud.enqueue(taken)
    await vi.waitFor(() => expect(cloud.statesOf(taken.id)).toHaveLength(1), soon)
    expect(cloud.outcomeOf(taken.id)).toMatchObject({ state: 'printed', detail: null })
    expect(cloud.outcomeOf(taken.id)).not.toHaveProperty('confirmed')
    expect(ipp.documents).toEqual([escPosBytesOf(taken)])

    ipp.behaviour.refuses = true
    await cloud.enqueue(refused)
    await vi.waitFor(() => expect(cloud.statesOf(refused.id)).toHaveLength(1), soon)
    expect(cloud.outcomeOf(refused.id)).toMatchObject({
      state: 'failed',
      started: true,
      detail: 'interrupted, may be on paper; Unable to add document to print job.',
    })
  })

  test('speaks English with the agent on a machine of another language, and offers no instances', async () => {
    const cups = await startCups([{ name: 'till', port: 9 }])
    onTestFinished(() => cups.stop())
    const home = await temporaryFolder()
    vi.stubEnv('HOME', home)
    vi.stubEnv('CUPS_SERVER', cups.server)
    for (const name of ['LANG', 'LC_MESSAGES', 'LANGUAGE', 'SOFTWARE']) {
      vi.stubEnv(name, 'es_ES.UTF-8')
    }
    onTestFinished(() => void vi.unstubAllEnvs())
    cups.run('cupsdisable', '-r', 'paper jam', 'till')
    execFileSync('lpoptions', ['-p', 'till/draft', '-o', 'media=a6'])
    // As where C.UTF-8 is not installed, and as macOS asks
    for (const locale of ['C.UTF-8', 'xx.UTF-8']) {
      const words = await runChild('lpstat', ['-p', 'till'], {
        timeoutMs: 10_000,
        env: { LC_ALL: locale },
      })
      expect(words.stdout).toMatch(/^printer till disabled since/)
    }
    expect(await cupsPrinters()).toMatchObject([
      { name: 'till', halt: 'its queue is stopped in CUPS: paper jam' },
    ])
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
