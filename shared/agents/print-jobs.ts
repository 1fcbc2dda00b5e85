import { type Item, idInKey, type Key } from '../dynamodb/keys.ts'
import { read, readMany } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { insert, put, update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import type { JobOutcome } from './protocol/job-outcomes.ts'
import { PrintJob } from './protocol/print-job.ts'

export type JobState = 'queued' | JobOutcome

/**
 * Which states an outcome may follow. A job that counts as failed because sending it failed
 * may have reached the queue all the same, and is printed then.
 */
const mayFollow: Readonly<Record<JobOutcome, readonly JobState[]>> = {
  printed: ['queued', 'failed'],
  reprinted: ['queued', 'failed'],
  expired: ['queued'],
  failed: ['queued'],
}

/** A print job and its state, for seven days. */
type JobRecord = Item & {
  readonly agentId: string
  readonly printerName: string
  readonly templateName: string
  readonly ticketId: string
  readonly state: JobState
  readonly detail: string | null
  readonly createdAtMs: number
  /** TTL, in Unix seconds. */
  readonly expiresAt: number
}

const retentionSeconds = 7 * 24 * 60 * 60

const jobKey = (id: string): Key => ({
  pk: `PRINT-JOB#${idInKey(id)}`,
  sk: 'JOB',
})

/** Records a job before it is sent to its agent's queue. A repeated call changes nothing. */
export const recordJob = (job: PrintJob, agentId: string): Promise<void> =>
  unlessRecorded([insertJob(job, agentId)])

/** The write that records a job, which must not be recorded yet. */
export const insertJob = (
  { id, printerName, templateName, ticket, createdAtMs }: PrintJob,
  agentId: string,
): Write =>
  insert(
    {
      ...jobKey(id),
      agentId,
      printerName,
      templateName,
      ticketId: ticket.ticketId,
      state: 'queued',
      detail: null,
      createdAtMs,
      expiresAt: expiryOf(createdAtMs),
    } satisfies JobRecord,
    () => new AlreadyRecorded(),
  )

/** The whole job, for sending it again; it expires with the job's record. */
type MessageRecord = Item & { readonly message: string; readonly expiresAt: number }

const messageKey = (id: string): Key => ({ ...jobKey(id), sk: 'MESSAGE' })

/** The write that keeps a whole job beside its record. */
export const putMessage = (job: PrintJob): Write =>
  put({
    ...messageKey(job.id),
    message: JSON.stringify(job),
    expiresAt: expiryOf(job.createdAtMs),
  } satisfies MessageRecord)

/** A job that was kept whole. */
export async function findJob(id: string): Promise<PrintJob | undefined> {
  const record = await read<MessageRecord>(messageKey(id))
  return record && PrintJob.parse(JSON.parse(record.message))
}

/** The states of jobs, in their order; undefined for one that is not on record. */
export async function jobStates(
  ids: readonly string[],
): Promise<(JobState | undefined)[]> {
  const records: (JobRecord | undefined)[] = []
  for (let from = 0; from < ids.length; from += 100) {
    const keys = ids.slice(from, from + 100).map(jobKey)
    records.push(...((await readMany(keys)) as (JobRecord | undefined)[]))
  }
  return records.map((record) => record?.state)
}

const expiryOf = (createdAtMs: number) => Math.ceil(createdAtMs / 1000) + retentionSeconds

/**
 * Records how an agent's job ended (POST /agents/jobs/{jobId}). A repeated call changes
 * nothing. Throws `notFound` when this agent has no such job, `conflict` when the job has
 * another outcome already.
 */
export async function recordOutcome(
  id: string,
  agentId: string,
  state: JobOutcome,
  detail: string | null,
): Promise<void> {
  const from = mayFollow[state].map((each, at) => [`from${at}`, each] as const)
  const states = from.map(([name]) => `:${name}`).join(', ')
  await unlessRecorded([
    update(
      jobKey(id),
      {
        set: { state, detail },
        when: `#agentId = :agentId AND #state IN (${states})`,
        values: { agentId, ...Object.fromEntries(from) },
      },
      (current) => {
        if (current?.agentId !== agentId) return new Failure('notFound')
        return current.state === state ? new AlreadyRecorded() : new Failure('conflict')
      },
    ),
  ])
}

async function unlessRecorded(writes: readonly Write[]): Promise<void> {
  try {
    await transact(writes, noResponse)
  } catch (error) {
    if (!(error instanceof AlreadyRecorded)) throw error
  }
}

class AlreadyRecorded extends Error {}
