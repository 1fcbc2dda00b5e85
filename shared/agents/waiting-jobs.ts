import { describeError, logger } from '../logger.ts'
import { isoSeconds } from '../time/iso.ts'
import type { Agent } from './agent.ts'
import { type JobRecord, jobsSince } from './print-jobs.ts'
import { readQueueDepth } from './print-queues.ts'
import { jobTtlMs } from './protocol/print-job.ts'
import { queueDepths } from './queue-depths.ts'

const depths = queueDepths(readQueueDepth)

/** What waits for each of these agents: its queue's depth, and the oldest job of its own. */
export async function waitingFor(
  agentIds: readonly string[],
  nowMs: number,
): Promise<Map<string, Pick<Agent, 'queueDepth' | 'oldestJob'>>> {
  const [jobs, ...queueDepths] = await Promise.all([
    jobsSince(nowMs - jobTtlMs),
    ...agentIds.map((id) => depthOf(id, nowMs)),
  ])
  return new Map(
    agentIds.map((id, at) => [
      id,
      { queueDepth: queueDepths[at] ?? null, oldestJob: oldestOf(jobs, id) },
    ]),
  )
}

/** null when it cannot be read: its agent may be being revoked. */
async function depthOf(agentId: string, nowMs: number): Promise<number | null> {
  try {
    return await depths.depthOf(agentId, nowMs)
  } catch (error) {
    logger.error('queue-depth-unavailable', { agentId, error: describeError(error) })
    return null
  }
}

/** The first of its jobs that are neither printed nor given up. */
function oldestOf(jobs: readonly JobRecord[], agentId: string): Agent['oldestJob'] {
  const oldest = jobs.find(
    (job) => job.agentId === agentId && ['queued', 'printing'].includes(job.state),
  )
  if (!oldest) return null
  const { id, printerName, createdAtMs } = oldest
  return { id, printerName, createdAt: isoSeconds(createdAtMs) }
}
