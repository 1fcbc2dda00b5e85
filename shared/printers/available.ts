import type { AgentRecord } from '../agents/agents.ts'
import { maxHeartbeatAgeMs } from '../agents/protocol/heartbeat.ts'

/**
 * The names of the printers that can be reached now (GET /printers/available), each with
 * the agent that reports it. Of several agents it is the one with the latest heartbeat.
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
