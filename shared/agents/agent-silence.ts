import { furtherShop } from '../current-shop.ts'
import { logger } from '../logger.ts'
import { settings } from '../platform/deployment/settings.ts'
import type { AgentRecord } from './agents.ts'

/** The log line of a shop whose agents are silent; the alarm AgentSilent counts it. */
export const agentSilentEvent = 'agent-silent'

const silentMs = 10 * 60_000

/**
 * Logs that no agent of the shop has sent a heartbeat for ten minutes. A further shop, and
 * a main one whose node is called directly, may have no agent.
 */
export function logSilentAgents(agents: readonly AgentRecord[], nowMs: number): void {
  const lastSeenMs = Math.max(0, ...agents.map((agent) => agent.lastSeenMs ?? 0))
  if (lastSeenMs === 0 && (furtherShop() || settings.nodeUrl() !== '')) return
  if (nowMs - lastSeenMs >= silentMs) logger.info(agentSilentEvent)
}
