import { type Item, idInKey, type Key } from '../dynamodb/keys.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { insert, update, type Write } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import type { JobOutcome } from './protocol/job-outcomes.ts'
import type { PrintJob } from './protocol/print-job.ts'

type JobState = 'queued' | JobOutcome

/**
 * Which states a state may follow. A job whose sending failed can have reached the queue
 * all the same, and then it is printed.
 */
const mayFollow: Readonly<Record<JobOutcome, readonly JobState[]>> = {
  printed: ['queued', 'failed'],
  reprinted: ['queued', 'failed'],
  expired: ['queued'],
  failed: ['queued'],
}

/** What became of a job; kept for seven days. */
type JobRecord = Item & {
  readonly agentId: string
  readonly printerName: string
  readonly templateName: string
  readonly ticketId: string
  readonly state: JobState
  readonly detail: string | null
  readonly createdAtMs: number
  /** Unix seconds. */
  readonly expiresAt: number
}

const keptSeconds = 7 * 24 * 60 * 60

const jobKey = (id: string): Key => ({
  pk: `PRINT-JOB#${idInKey(id)}`,
  sk: 'JOB',
})

/** Puts a job on record before it is sent to its agent's queue; a repeated one stands. */
export const recordJob = (
  { id, printerName, templateName, ticket, createdAtMs }: PrintJob,
  agentId: string,
): Promise<void> =>
  unlessSaidBefore([
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
        expiresAt: Math.ceil(createdAtMs / 1000) + keptSeconds,
      } satisfies JobRecord,
      () => new SaidBefore(),
    ),
  ])

/**
 * Records how an agent's job ended; said again it does no harm. Throws `notFound` for a
 * job of another agent or none, `conflict` for one that ended otherwise.
 */
export async function recordOutcome(
  id: string,
  agentId: string,
  state: JobOutcome,
  detail: string | null,
): Promise<void> {
  const from = mayFollow[state].map((each, at) => [`from${at}`, each] as const)
  const states = from.map(([name]) => `:${name}`).join(', ')
  await unlessSaidBefore([
    update(
      jobKey(id),
      {
        set: { state, detail },
        when: `#agentId = :agentId AND #state IN (${states})`,
        values: { agentId, ...Object.fromEntries(from) },
      },
      (held) => {
        if (held?.agentId !== agentId) return new Failure('notFound')
        return held.state === state ? new SaidBefore() : new Failure('conflict')
      },
    ),
  ])
}

async function unlessSaidBefore(writes: readonly Write[]): Promise<void> {
  try {
    await transact(writes, noResponse)
  } catch (error) {
    if (!(error instanceof SaidBefore)) throw error
  }
}

class SaidBefore extends Error {}
