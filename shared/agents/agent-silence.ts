import { furtherShop } from '../current-shop.ts'
import { logger } from '../logger.ts'
import { allAgents } from './agents.ts'

/** The log line of a shop whose agents are silent; the alarm AgentSilent counts it. */
export const agentSilentEvent = 'agent-silent'

const silentMs = 10 * 60_000

/**
 * Logs that no agent of the shop has sent a heartbeat for ten minutes. A further shop may
 * have no agent; the main one is to get its first.
 */
export async function logSilentAgents(nowMs: number): Promise<void> {
  const agents = await allAgents()
  const lastSeenMs = Math.max(0, ...agents.map((agent) => agent.lastSeenMs ?? 0))
  if (lastSeenMs === 0 && furtherShop()) return
  if (nowMs - lastSeenMs >= silentMs) logger.info(agentSilentEvent)
}
