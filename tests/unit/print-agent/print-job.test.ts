import { getEventListeners } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openJournal } from '../../../print-agent/jobs/journal.ts'
import { type JobDeps, printJob } from '../../../print-agent/jobs/print-job.ts'
import { jobProgress } from '../../../print-agent/jobs/progress.ts'
import type { PrintJob } from '../../../shared/agents/protocol/print-job.ts'
import { temporaryFolder } from '../../agent/agent-process.ts'

test('an agent that runs for months keeps nothing of the jobs it has printed', async () => {
  const stop = new AbortController()
  const journal = await openJournal(join(await temporaryFolder(), 'journal'))
  const renderer = { render: async () => new Uint8Array() }
  const deps = {
    cloud: { nowMs: Date.now },
    claim: async () => {},
    journal,
    progress: jobProgress(),
    printers: {
      print: async (_printer: string, _document: unknown, start: () => Promise<void>) =>
        start(),
    },
    renderers: { bytes: renderer, pictures: renderer },
  } as unknown as JobDeps

  for (let at = 0; at < 5; at += 1) {
    const job = {
      id: `job-${at}`,
      printerName: 'kitchen',
      ticket: { ticketId: `${at}` },
      expiresAtMs: Date.now() + 60_000,
    } as unknown as PrintJob
    expect(await printJob(job, deps, stop.signal)).toBe(true)
  }
  expect(getEventListeners(stop.signal, 'abort')).toHaveLength(0)
})
