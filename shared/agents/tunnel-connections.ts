import { updateUnchanged, VersionConflict } from '../dynamodb/optimistic-lock.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { update } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'
import { type AgentRecord, agentKey, allAgents } from './agents.ts'

/** An agent with an open tunnel. */
export type ReachableAgent = AgentRecord & {
  readonly tunnelConnectionId: string
  readonly tunnelOpenedAtMs: number
}

/**
 * The agents with an open tunnel, latest heartbeat first; those whose password the node
 * refuses come last.
 */
export async function reachableAgents(): Promise<ReachableAgent[]> {
  const agents = await allAgents()
  return agents
    .filter((agent): agent is ReachableAgent => agent.tunnelConnectionId !== null)
    .toSorted(
      (one, other) =>
        Number(one.nodeRefusesPassword ?? false) -
          Number(other.nodeRefusesPassword ?? false) ||
        (other.lastSeenMs ?? 0) - (one.lastSeenMs ?? 0),
    )
}

/**
 * Records the connection that reaches an agent from now on. Throws `unauthenticated` when
 * the agent was revoked.
 */
export const openTunnel = (
  agentId: string,
  connectionId: string,
  openedAtMs: number,
): Promise<void> =>
  transact(
    [
      update(
        agentKey(agentId),
        { set: { tunnelConnectionId: connectionId, tunnelOpenedAtMs: openedAtMs } },
        () => new Failure('unauthenticated'),
      ),
    ],
    noResponse,
  )

/** Removes a connection from its agent, unless the agent has opened the next one already. */
export async function closeTunnel(connectionId: string): Promise<void> {
  const agents = await allAgents()
  const agent = agents.find((each) => each.tunnelConnectionId === connectionId)
  if (!agent) return
  try {
    await transact(
      [
        updateUnchanged(agent, ['tunnelConnectionId'], {
          set: { tunnelConnectionId: null },
        }),
      ],
      noResponse,
    )
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error
  }
}
