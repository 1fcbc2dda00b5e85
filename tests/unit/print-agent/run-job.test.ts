import { getEventListeners } from 'node:events'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openJournal } from '../../../print-agent/jobs/journal.ts'
import { type JobDeps, jobProgress, printJob } from '../../../print-agent/jobs/run-job.ts'
import { PrinterFailure } from '../../../print-agent/printers/printer.ts'
import type { PrintJob } from '../../../shared/paper/queue/print-job.ts'
import { temporaryFolder } from '../../agent/agent-process.ts'

/** Dependencies of printing, on a printer that follows `print` at each attempt. */
async function depsFor(print: (start: () => Promise<void>) => Promise<void>) {
  const renderer = async () => new Uint8Array()
  return {
    cloud: { nowMs: Date.now },
    claim: async () => {},
    journal: await openJournal(join(await temporaryFolder(), 'journal')),
    progress: jobProgress(),
    printers: {
      print: (_printer: string, _document: unknown, start: () => Promise<void>) =>
        print(start),
    },
    renderers: { bytes: renderer, pictures: renderer },
  } as unknown as JobDeps
}

const jobWithId = (id: string) =>
  ({
    id,
    printerName: 'kitchen',
    ticket: { ticketId: id },
    expiresAtMs: Date.now() + 60_000,
  }) as unknown as PrintJob

test('an agent that runs for months keeps nothing of the jobs it has printed', async () => {
  const stop = new AbortController()
  const deps = await depsFor((start) => start())
  for (let at = 0; at < 5; at += 1) {
    expect(await printJob(jobWithId(`job-${at}`), deps, stop.signal)).toBe(true)
  }
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
})

test('a receipt that broke off is a copy next time, though the printer was off at first', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const attempts = [
    async () => Promise.reject(new PrinterFailure('the printer is off', false)),
    async (start: () => Promise<void>) => {
      await start()
      throw new PrinterFailure('the paper tore', true)
    },
    (start: () => Promise<void>) => start(),
  ]
  const deps = await depsFor(async (start) => attempts.shift()?.(start))
  const printing = printJob(jobWithId('torn'), deps, new AbortController().signal)
  const pauses = setInterval(() => void vi.runAllTimersAsync(), 5)
  expect(await printing).toBe(true)
  clearInterval(pauses)
  expect(attempts).toEqual([])
  expect(deps.journal.of('torn')).toMatchObject({ outcome: 'reprinted' })
})

test.each([
  ['breaks off each time', false, 3],
  ['refuses the receipt', true, 1],
])('a printer that %s fails as maybe on paper', async (_, isFinal, starts) => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const deps = await depsFor(async (start) => {
    await start()
    throw new PrinterFailure('no', true, isFinal)
  })
  const printing = printJob(jobWithId('torn'), deps, new AbortController().signal)
  const pauses = setInterval(() => void vi.runAllTimersAsync(), 5)
  expect(await printing).toBe(true)
  clearInterval(pauses)
  expect(deps.journal.of('torn')).toMatchObject({
    outcome: 'failed',
    starts,
    attempts: starts,
  })
})

test('a job whose turn came too late was not tried', async () => {
  const deps = await depsFor((start) => start())
  const late = { ...jobWithId('late'), expiresAtMs: Date.now() - 1 }
  await printJob(late, deps, new AbortController().signal)
  expect(deps.journal.of('late')).toMatchObject({ outcome: 'expired', attempts: 0 })
})
