import { readFile } from 'node:fs/promises'
import * as z from 'zod'
import { JobOutcome } from '../../shared/paper/queue/print-job.ts'
import { openLineFile } from '../line-file.ts'

// SQS keeps a message for 14 days at most, so no older job is received again.
const retentionMs = 15 * 24 * 60 * 60 * 1000

const JobRecord = z.object({
  jobId: z.string(),
  /** Attempts that may have reached the printer: some of the receipt may be on paper. */
  starts: z.int(),
  outcome: JobOutcome.nullable(),
  detail: z.string().nullable(),
  /** Times that it was tried; older versions did not count them. */
  attempts: z.int().optional(),
  /** False for a printed job without a sign that its printer read it. */
  confirmed: z.boolean().optional(),
  /** True once the outcome was reported to the cloud. */
  reported: z.boolean(),
  atMs: z.number(),
})
export type JobRecord = z.infer<typeof JobRecord>

export type Journal = Awaited<ReturnType<typeof openJournal>>

/**
 * Opens the journal of print jobs: one JSON line per change, synced before the call
 * returns. When the disk is full the records live in memory, and jobs are still printed.
 */
export async function openJournal(path: string, now: () => number = Date.now) {
  const records = await readRecords(path, now() - retentionMs)
  const lineOf = (record: JobRecord) => JSON.stringify(record)
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
    // Memory first: on a full disk, a printed job still counts as printed.
    records.set(jobId, record)
    deleteBefore(records, now() - retentionMs)
    await append(lineOf(record))
  }

  return {
    of,
    /** Call it before the first byte goes to the printer. */
    started: (jobId: string) => put(jobId, { starts: of(jobId).starts + 1 }),
    /** Takes back a start that certainly sent nothing to the printer. */
    withdrawn: (jobId: string) => put(jobId, { starts: of(jobId).starts - 1 }),
    finished: (
      jobId: string,
      outcome: JobOutcome,
      detail: string | null,
      counts: Pick<JobRecord, 'attempts' | 'confirmed'> = {},
    ) => put(jobId, { outcome, detail, ...counts, reported: false }),
    reported: (jobId: string) => put(jobId, { reported: true }),
    unreported: () =>
      [...records.values()].filter((record) => record.outcome && !record.reported),
  }
}

/** Stops at the first younger record: a map keeps its insertion order. */
function deleteBefore(records: Map<string, JobRecord>, limitMs: number): void {
  for (const [jobId, { atMs }] of records) {
    if (atMs >= limitMs) return
    records.delete(jobId)
  }
}

async function readRecords(path: string, sinceMs: number) {
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

// A crash during a write leaves an incomplete line, which is ignored.
function recordOf(line: string): JobRecord | undefined {
  try {
    return JobRecord.parse(JSON.parse(line))
  } catch {
    return undefined
  }
}
