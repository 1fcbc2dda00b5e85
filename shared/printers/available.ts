import type { AgentRecord } from '../agents/agents.ts'
import { maxHeartbeatAgeMs } from '../agents/protocol/heartbeat.ts'

/**
 * The printers that can be reached now, each with the agent that reports it; of several
 * agents the one seen last.
 */
export function availablePrinters(
  agents: readonly AgentRecord[],
  nowMs: number,
): Map<string, AgentRecord> {
  const online = agents
    .filter(
      ({ lastSeenMs }) => lastSeenMs !== null && nowMs - lastSeenMs <= maxHeartbeatAgeMs,
    )
    .toSorted((one, other) => (one.lastSeenMs ?? 0) - (other.lastSeenMs ?? 0))
  return new Map(
    online.flatMap((agent) => agent.printers.map(({ name }) => [name, agent] as const)),
  )
}
