import type { AgentRecord } from '../../agents/agents.ts'
import type { JobProgress } from '../../agents/protocol/report.ts'
import type { Item, Key } from '../../dynamodb/keys.ts'
import { transact } from '../../dynamodb/transact.ts'
import { update } from '../../dynamodb/write.ts'
import { Failure, isFailure } from '../../failure.ts'
import type { JobOutcomeReport } from '../queue/job-outcomes.ts'
import {
  AlreadyRecorded,
  findJobKey,
  findJobKeys,
  type JobRecord,
  unlessRecorded,
} from './job-records.ts'
import { type JobState, mayFollow } from './job-states.ts'

/** The condition that an agent's job has one of these states. */
function ownJobIn(agentId: string, states: readonly JobState[]) {
  const named = states.map((state, at) => [`from${at}`, state] as const)
  return {
    when: `#agentId = :owner AND #state IN (${named.map(([name]) => `:${name}`).join(', ')})`,
    values: { owner: agentId, ...Object.fromEntries(named) },
  }
}

async function requireJobKey(id: string): Promise<Key> {
  const key = await findJobKey(id)
  if (!key) throw new Failure('notFound')
  return key
}

/**
 * Records how an agent's job ended (POST /agents/jobs/{jobId}). A repeated call changes
 * nothing. Throws `notFound` when this agent has no such job, `conflict` when the job has
 * another outcome already.
 */
export async function recordOutcome(
  id: string,
  agentId: string,
  { state, detail, attempts, endedMsAgo = 0 }: JobOutcomeReport,
  nowMs: number,
): Promise<void> {
  const isPrinted = state === 'printed' || state === 'reprinted'
  const printedAtMs = isPrinted ? nowMs - endedMsAgo : undefined
  await unlessRecorded([
    update(
      await requireJobKey(id),
      {
        set: { state, detail, attempts, printedAtMs },
        ...ownJobIn(agentId, mayFollow[state]),
      },
      refusalOf(agentId, state),
    ),
  ])
}

/**
 * Gives an agent a job to print (POST /agents/jobs/{jobId}/begin): it can no longer be
 * cancelled. The agent may ask again for its next attempt. Throws `notFound` when this agent
 * has no such job, `conflict` when it was cancelled, has ended or was moved to another agent.
 */
export async function beginJob(
  id: string,
  agentId: string,
  attempts: number,
): Promise<void> {
  await transact([
    update(
      await requireJobKey(id),
      {
        set: { state: 'printing' satisfies JobState, attempts, detail: null },
        ...ownJobIn(agentId, mayFollow.printing),
      },
      refusalOf(agentId),
    ),
  ])
}

const refusalOf =
  (agentId: string, repeated?: JobState) => (current: Item | undefined) => {
    const job = current as JobRecord | undefined
    if (job?.agentId !== agentId) {
      return new Failure(job?.movedFrom?.includes(agentId) ? 'conflict' : 'notFound')
    }
    return job.state === repeated ? new AlreadyRecorded() : new Failure('conflict')
  }

/**
 * Records how often an agent has tried to print its waiting jobs, and why in vain (POST
 * /agents/report). Jobs that are unknown or over are left as they are.
 */
export async function recordProgress(
  agentId: string,
  jobs: readonly JobProgress[],
): Promise<void> {
  if (jobs.length === 0) return
  const keys = await findJobKeys([...new Set(jobs.map(({ id }) => id))])
  await Promise.all(
    jobs.flatMap(({ id, attempts, error }) => {
      const key = keys.get(id)
      if (!key) return []
      const write = update(
        key,
        {
          set: { attempts, detail: error },
          ...ownJobIn(agentId, ['queued', 'printing']),
        },
        () => new AlreadyRecorded(),
      )
      return [unlessRecorded([write])]
    }),
  )
}

/**
 * Makes a job that waits that of another agent; false when it has begun, is over or was moved
 * in the meantime. Its agent before is refused it when it asks.
 */
export async function moveJob(
  job: JobRecord,
  { id, name, claimsJobs = false }: Pick<AgentRecord, 'id' | 'name' | 'claimsJobs'>,
): Promise<boolean> {
  const movedFrom = [...(job.movedFrom ?? []), job.agentId]
  try {
    await transact([
      update(
        job,
        {
          set: { agentId: id, agentName: name, claims: claimsJobs, movedFrom },
          ...ownJobIn(job.agentId, ['queued']),
        },
        () => new Failure('conflict'),
      ),
    ])
    return true
  } catch (error) {
    if (isFailure(error, 'conflict')) return false
    throw error
  }
}

/**
 * Cancels a job that waits (DELETE /printers/jobs/{id}): its agent is refused it when it asks.
 * A repeated call changes nothing. Throws `conflict` when the job has begun or is over,
 * `cannotCancel` when its agent prints without asking.
 */
export const cancelJob = (job: JobRecord): Promise<void> =>
  unlessRecorded([
    update(
      job,
      {
        set: { state: 'cancelled' satisfies JobState },
        when: '#state = :queued AND #claims = :claims',
        values: { queued: 'queued' satisfies JobState, claims: true },
      },
      (current) => {
        const { state, claims } = (current ?? job) as JobRecord
        if (state === 'cancelled') return new AlreadyRecorded()
        return new Failure(state === 'queued' && !claims ? 'cannotCancel' : 'conflict')
      },
    ),
  ])
