import type { Agent } from '../../shared/table/agents.ts'

/** An agent that has been silent for longer is taken to be off, and its printers too. */
const silentMs = 90_000

/**
 * The printers that can be reached now, each with the agent that reports it; of several
 * agents the one seen last.
 */
export function availablePrinters(
  agents: readonly Agent[],
  nowMs: number,
): Map<string, Agent> {
  const awake = agents
    .filter(({ lastSeenMs }) => lastSeenMs !== null && nowMs - lastSeenMs <= silentMs)
    .toSorted((one, other) => (one.lastSeenMs ?? 0) - (other.lastSeenMs ?? 0))
  return new Map(
    awake.flatMap((agent) => agent.printers.map(({ name }) => [name, agent] as const)),
  )
}
