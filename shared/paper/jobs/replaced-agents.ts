import type { AgentRecord } from '../../agents/agents.ts'
import { allAgents, printerSinceMs } from '../../agents/agents.ts'
import { maxJobAgeMs } from '../queue/print-job.ts'
import { sendJob } from '../queue/print-queues.ts'
import { moveJob } from './job-changes.ts'
import { findJob, type JobRecord, jobsSince } from './job-records.ts'
import { mayReplace, reachablePrinters } from './printer-names.ts'

/** What an agent has taken over from others. */
export type Takeover = {
  /** Whether it may be the new machine of another agent, which is not known to be gone yet. */
  readonly isPending: boolean
}

/**
 * Moves the jobs that wait for a printer at an agent that is gone to the agent that has the
 * printer now, which is the one that reports it. A job is printed once: the agent before is
 * refused it when it asks, and jobs that it has begun stay with it. A repeated call sends what an earlier one moved
 * and could not send; queue and agent take each job once.
 */
export async function takeOver(
  agent: AgentRecord,
  names: readonly string[],
  nowMs: number,
): Promise<Takeover> {
  const sinceMs = (name: string) => printerSinceMs(agent, name) ?? nowMs
  // Whoever waits for a printer that has been here for longer is too old.
  const isNew = names.some((name) => nowMs - sinceMs(name) < maxJobAgeMs)
  if (!isNew) return { isPending: false }
  const [agents, jobs] = await Promise.all([allAgents(), jobsSince(nowMs - maxJobAgeMs)])
  const current = agents.find(({ id }) => id === agent.id)
  if (!current) return { isPending: false }
  const { find } = reachablePrinters(agents, nowMs)
  const waiting = jobs.filter(({ state, claims, printerName, agentId, movedFrom }) => {
    const isHere = find(printerName)?.agent.id === agent.id
    return state === 'queued' && isHere && (agentId === agent.id ? movedFrom : claims)
  })
  for (const job of waiting) await bring(job, current, find(job.printerName)?.printerName)
  return { isPending: mayReplace(current, agents, nowMs) }
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
