import { describeError, logger } from '../logger.ts'
import { isoSeconds } from '../time/iso.ts'
import type { Agent } from './agent.ts'
import { type JobRecord, jobsSince } from './print-jobs.ts'
import { readQueueDepth } from './print-queues.ts'
import { jobTtlMs } from './protocol/print-job.ts'

/** SQS counts approximately, and later by itself: asking more often says nothing new. */
const cachedMs = 10_000

const depths = new Map<string, { readonly depth: number; readonly atMs: number }>()

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
  const cached = depths.get(agentId)
  if (cached && nowMs - cached.atMs < cachedMs) return cached.depth
  try {
    const depth = await readQueueDepth(agentId)
    depths.set(agentId, { depth, atMs: nowMs })
    return depth
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
