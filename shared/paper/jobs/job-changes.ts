import { type AgentRecord, allAgents, printerSinceMs } from '../../agents/agents.ts'
import type { JobProgress } from '../../agents/protocol/report.ts'
import { Failure } from '../../failure.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { commitRepeatable, transactIfHolds } from '../../platform/dynamodb/transact.ts'
import { update } from '../../platform/dynamodb/write.ts'
import { type JobOutcomeReport, maxJobAgeMs } from '../queue/print-job.ts'
import { sendJob } from '../queue/print-queues.ts'
import {
  AlreadyRecorded,
  findJob,
  findJobKey,
  findJobKeys,
  type JobRecord,
  jobsSince,
  unlessRecorded,
} from './job-records.ts'
import { type JobState, mayFollow } from './job-states.ts'
import { mayReplace, reachablePrinters } from './printer-names.ts'

/** The condition that an agent's job has one of these states. */
function ownJobIn(agentId: string, states: readonly JobState[]) {
  const named = states.map((state, at) => [`from${at}`, state] as const)
  return {
    when: `#agentId = :owner AND #state IN (${named.map(([name]) => `:${name}`).join(', ')})`,
    values: { owner: agentId, ...Object.fromEntries(named) },
  }
}

/**
 * Records how an agent's job ended (POST /agents/jobs/{jobId}). A repeated call changes
 * nothing. Throws `notFound` when this agent has no such job, `conflict` when the job has
 * another outcome already.
 */
export async function recordOutcome(
  id: string,
  agentId: string,
  { state, detail, attempts, started, confirmed, endedMsAgo = 0 }: JobOutcomeReport,
  nowMs: number,
): Promise<void> {
  const isPrinted = state === 'printed' || state === 'reprinted'
  const printedAtMs = isPrinted ? nowMs - endedMsAgo : undefined
  const key = await findJobKey(id)
  await unlessRecorded(() =>
    commitRepeatable(
      update(
        key,
        {
          set: {
            state,
            detail,
            attempts,
            printedAtMs,
            ...(started && { wasBegun: true }),
            ...(isPrinted && confirmed === false && { isUnconfirmed: true }),
          },
          ...ownJobIn(agentId, mayFollow[state]),
        },
        refusalOf(agentId, state),
      ),
    ),
  )
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
  const { when, values } = ownJobIn(agentId, mayFollow.printing)
  await commitRepeatable(
    update(
      await findJobKey(id),
      {
        set: {
          state: 'printing' satisfies JobState,
          wasBegun: true,
          attempts,
          detail: null,
        },
        // A request that arrives late finds a cancelled job that has failed since
        when: `${when} AND attribute_not_exists(#wasCancelled)`,
        values,
      },
      refusalOf(agentId),
    ),
  )
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
 * Records how often an agent has tried to print its waiting jobs, and why it failed (POST
 * /agents/report). Jobs that are unknown or over are left as they are.
 */
export async function recordProgress(
  agentId: string,
  jobs: readonly JobProgress[],
): Promise<void> {
  if (jobs.length === 0) return
  const keys = await findJobKeys([...new Set(jobs.map(({ id }) => id))])
  await Promise.all(
    jobs.map(async ({ id, attempts, error: detail }) => {
      const key = keys.get(id)
      const waiting = ownJobIn(agentId, ['queued', 'printing'])
      if (key)
        await transactIfHolds([update(key, { set: { attempts, detail }, ...waiting })])
    }),
  )
}

/**
 * Makes a job that waits that of another agent; false when it has begun, is over or was moved
 * in the meantime. Its agent before is refused it when it asks.
 */
async function moveJob(
  job: JobRecord,
  { id, name, claimsJobs = false }: Pick<AgentRecord, 'id' | 'name' | 'claimsJobs'>,
): Promise<boolean> {
  const movedFrom = [...(job.movedFrom ?? []), job.agentId]
  return transactIfHolds([
    update(job, {
      set: { agentId: id, agentName: name, claims: claimsJobs, movedFrom },
      ...ownJobIn(job.agentId, ['queued']),
    }),
  ])
}

/**
 * Cancels a job that waits (DELETE /printers/jobs/{id}): its agent is refused it when it asks.
 * A repeated call changes nothing. Throws `conflict` when the job has begun or is over,
 * `cannotCancel` when its agent prints without asking.
 */
export const cancelJob = (job: JobRecord): Promise<void> =>
  unlessRecorded(() =>
    commitRepeatable(
      update(
        job,
        {
          set: { state: 'cancelled' satisfies JobState, wasCancelled: true },
          when: '#state = :queued AND #claims = :claims',
          values: { queued: 'queued' satisfies JobState, claims: true },
        },
        (current) => {
          const { state, claims } = (current ?? job) as JobRecord
          if (state === 'cancelled') return new AlreadyRecorded()
          return new Failure(state === 'queued' && !claims ? 'cannotCancel' : 'conflict')
        },
      ),
    ),
  )

/** Printers that an agent has taken over from others. */
type Takeover = {
  /**
   * True while one of the agent's printers is so new that another agent's jobs may wait for it.
   */
  readonly isNew: boolean
  /** May replace an agent that has not timed out yet. */
  readonly isPending: boolean
}

/**
 * Moves the jobs that wait for a printer at a lost agent to the agent that reports the
 * printer now. A job is printed once: the lost agent is refused it when it asks, and
 * keeps jobs that it has begun. A repeated call sends jobs that an earlier one moved and
 * could not send; queue and agent take each job once.
 */
export async function takeOver(
  agent: AgentRecord,
  names: readonly string[],
  nowMs: number,
): Promise<Takeover> {
  const sinceMs = (name: string) => printerSinceMs(agent, name) ?? nowMs
  // A job that has waited for a printer for longer is too old.
  const isNew = names.some((name) => nowMs - sinceMs(name) < maxJobAgeMs)
  if (!isNew) return { isNew, isPending: false }
  const [agents, jobs] = await Promise.all([allAgents(), jobsSince(nowMs - maxJobAgeMs)])
  const current = agents.find(({ id }) => id === agent.id)
  if (!current) return { isNew, isPending: false }
  const { find } = reachablePrinters(agents, nowMs)
  const waiting = jobs.filter(({ state, claims, printerName, agentId, movedFrom }) => {
    const isHere = find(printerName)?.agent.id === agent.id
    return state === 'queued' && isHere && (agentId === agent.id ? movedFrom : claims)
  })
  for (const job of waiting) await bring(job, current, find(job.printerName)?.printerName)
  return { isNew, isPending: mayReplace(current, agents, nowMs) }
}

/** Moves one job, unless it is moved already, and sends it to its agent under its printer's name. */
async function bring(
  record: JobRecord,
  agent: AgentRecord,
  printerName = record.printerName,
): Promise<void> {
  if (record.agentId !== agent.id && !(await moveJob(record, agent))) return
  const job = await findJob(record.id)
  if (job) await sendJob(agent.id, { ...job, printerName })
}
