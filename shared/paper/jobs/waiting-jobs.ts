import type { Agent } from '../../agents/agent.ts'
import { describeError, logger } from '../../logger.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { readQueueDepth } from '../queue/print-queues.ts'
import type { JobRecord } from './job-records.ts'

const depths = queueDepths(readQueueDepth)

/** The depth of each queue by its agent's id; null when it cannot be read. */
export async function depthsOf(
  agentIds: readonly string[],
  nowMs: number,
): Promise<Map<string, number | null>> {
  const read = agentIds.map(async (id) => [id, await depthOf(id, nowMs)] as const)
  return new Map(await Promise.all(read))
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

/** An agent's first of these jobs, which are oldest first. */
export function oldestOf(
  jobs: readonly JobRecord[],
  agentId: string,
): Agent['oldestJob'] {
  const oldest = jobs.find((job) => job.agentId === agentId)
  if (!oldest) return null
  const { id, printerName, createdAtMs } = oldest
  return { id, printerName, createdAt: isoSeconds(createdAtMs) }
}

/** SQS counts approximately, and later by itself: asking more often says nothing new. */
const cachedMs = 10_000

/** The depths of queues, each read at most once in ten seconds by `read`, which may throw. */
export function queueDepths(read: (agentId: string) => Promise<number>) {
  const known = new Map<string, { readonly depth: number; readonly atMs: number }>()

  return {
    depthOf: async (agentId: string, nowMs: number): Promise<number> => {
      // An instance outlives the agents that it was asked about.
      for (const [id, { atMs }] of known) {
        if (nowMs - atMs >= cachedMs) known.delete(id)
      }
      const cached = known.get(agentId)
      if (cached) return cached.depth
      const depth = await read(agentId)
      known.set(agentId, { depth, atMs: nowMs })
      return depth
    },
    /** Returns the number of remembered depths. */
    size: () => known.size,
  }
}
