import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import type { JobOutcome } from '../cloud.ts'
import { openLineFile } from '../line-file.ts'

// SQS keeps a message for 14 days at most; after that no job comes back.
const KEEP_MS = 15 * 24 * 60 * 60 * 1000

const JobRecord = z.object({
  jobId: z.string(),
  /** Times it was begun with no certain end: some of it may be on paper. */
  starts: z.int(),
  outcome: z.enum(['printed', 'reprinted', 'expired', 'failed']).nullable(),
  detail: z.string().nullable(),
  /** Whether the cloud knows the outcome. */
  reported: z.boolean(),
  atMs: z.number(),
})
export type JobRecord = z.infer<typeof JobRecord>

export type Journal = Awaited<ReturnType<typeof openJournal>>

/**
 * What became of each job, kept on disk: one JSON line per change, on the disk before
 * the call returns; the last line of a job counts. Old jobs are dropped in time.
 */
export async function openJournal(path: string, now: () => number = Date.now) {
  const records = await readRecords(path, now() - KEEP_MS)
  const append = await openLineFile(path, () => [...records.values()].map(lineOf))

  const of = (jobId: string): JobRecord =>
    records.get(jobId) ?? {
      jobId,
      starts: 0,
      outcome: null,
      detail: null,
      reported: false,
      atMs: now(),
    }
  const put = async (jobId: string, change: Partial<JobRecord>) => {
    const record = { ...of(jobId), ...change, atMs: now() }
    // Memory first: when the disk is full, a printed job is still known as printed.
    records.set(jobId, record)
    forget(records, now() - KEEP_MS)
    await append(lineOf(record))
  }

  return {
    of,
    /** Before the first byte goes to the printer. */
    started: (jobId: string) => put(jobId, { starts: of(jobId).starts + 1 }),
    /** After a start of which certainly nothing reached the printer. */
    withdrawn: (jobId: string) => put(jobId, { starts: of(jobId).starts - 1 }),
    finished: (jobId: string, outcome: JobOutcome, detail: string | null) =>
      put(jobId, { outcome, detail, reported: false }),
    reported: (jobId: string) => put(jobId, { reported: true }),
    unreported: () =>
      [...records.values()].filter((record) => record.outcome && !record.reported),
  }
}

/** Drops the records that nobody will ask for; a map keeps the order they came in. */
function forget(records: Map<string, JobRecord>, beforeMs: number): void {
  for (const [jobId, { atMs }] of records) {
    if (atMs >= beforeMs) return
    records.delete(jobId)
  }
}

async function readRecords(
  path: string,
  sinceMs: number,
): Promise<Map<string, JobRecord>> {
  const text = await readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return ''
    throw error
  })
  const records = new Map<string, JobRecord>()
  for (const line of text.split('\n')) {
    const record = recordOf(line)
    if (record && record.atMs >= sinceMs) records.set(record.jobId, record)
  }
  return records
}

// A crash while a line was being written leaves a part of it, which says nothing yet.
function recordOf(line: string): JobRecord | undefined {
  try {
    return JobRecord.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}

const lineOf = (record: JobRecord) => JSON.stringify(record)
