import { Failure } from '../failure.ts'
import type { Item, Key } from '../platform/dynamodb/keys.ts'
import { updateUnchanged, VersionConflict } from '../platform/dynamodb/optimistic-lock.ts'
import { read } from '../platform/dynamodb/read.ts'
import { transact, updateIfHolds } from '../platform/dynamodb/transact.ts'
import { update, upsert } from '../platform/dynamodb/write.ts'
import { type AgentRecord, agentKey, allAgents } from './agents.ts'

/** An agent with an open tunnel. */
export type ReachableAgent = AgentRecord & {
  readonly tunnelConnectionId: string
  readonly tunnelOpenedAtMs: number
}

/**
 * True if an agent may open the tunnel: it was enrolled with a node or, if its release
 * did not say so, it has had the tunnel before.
 */
export const servesNode = (
  agent: Pick<AgentRecord, 'servesNode' | 'tunnelOpenedAtMs'>,
): boolean => agent.servesNode ?? agent.tunnelOpenedAtMs !== undefined

/** True while an agent serves the node through an open tunnel with a valid password. */
export const reachesNode = (agent: AgentRecord): boolean =>
  isReachable(agent) && agent.nodeRefusesPassword !== true

const isReachable = (agent: AgentRecord): agent is ReachableAgent =>
  servesNode(agent) && agent.tunnelConnectionId !== null

/**
 * The agents with an open tunnel, latest heartbeat first; those whose password the node
 * refuses come last.
 */
export async function reachableAgents(): Promise<ReachableAgent[]> {
  const agents = await allAgents()
  return agents
    .filter(isReachable)
    .toSorted(
      (one, other) =>
        Number(one.nodeRefusesPassword ?? false) -
          Number(other.nodeRefusesPassword ?? false) ||
        (other.lastSeenMs ?? 0) - (one.lastSeenMs ?? 0),
    )
}

/**
 * True if an agent's record names another connection than the open tunnel that the agent
 * reports, as after a restore of the table. False for agents that report none.
 */
export const isTunnelLost = (agent: AgentRecord, reportedId: string | undefined) =>
  reportedId !== undefined &&
  (agent.tunnelConnectionId === null || agent.tunnelId !== reportedId)

const withoutNode = () => new Failure('agentWithoutNode')

/**
 * Records the connection that reaches an agent from now on. Throws `unauthenticated` when
 * the agent was revoked, `agentWithoutNode` when it does not serve the node.
 */
export async function openTunnel(
  agentId: string,
  connectionId: string,
  openedAtMs: number,
  tunnelId: string | null = null,
): Promise<void> {
  const set = {
    tunnelConnectionId: connectionId,
    tunnelOpenedAtMs: openedAtMs,
    tunnelId,
  }
  let isUndecided = false
  const onConditionFailed = (current?: Item) => {
    isUndecided = current !== undefined && current.servesNode === undefined
    return current ? withoutNode() : new Failure('unauthenticated')
  }
  const serves = {
    when: '#servesNode = :yes OR (attribute_not_exists(#servesNode) AND attribute_exists(#tunnelOpenedAtMs))',
    values: { yes: true },
  }
  try {
    await transact([update(agentKey(agentId), { set, ...serves }, onConditionFailed)])
  } catch (error) {
    if (!isUndecided) throw error
    await openFirstTunnel(agentId, set)
  }
}

/** Names the agent of an older release that opened its first tunnel last. */
const firstTunnelKey: Key = { pk: 'SHOP', sk: 'FIRST-TUNNEL' }

/**
 * Opens the first tunnel of an agent that did not say whether it has a node, where no other
 * agent serves it. Of two such agents at once, one is refused.
 */
async function openFirstTunnel(agentId: string, set: Readonly<Record<string, unknown>>) {
  // Read before the agents, so that one that opens in between is seen there or changes this
  const first = await read(firstTunnelKey)
  const agents = await allAgents()
  if (agents.some((agent) => agent.id !== agentId && servesNode(agent))) {
    throw withoutNode()
  }
  const unchanged = first
    ? { when: '#agentId = :seen', values: { seen: first.agentId } }
    : { when: 'attribute_not_exists(pk)' }
  await transact([
    update(agentKey(agentId), { set }, () => new Failure('unauthenticated')),
    upsert(firstTunnelKey, { set: { agentId }, ...unchanged }, withoutNode),
  ])
}

/**
 * Records a heartbeat that came through a tunnel, at a time in Unix ms. False when that is
 * not the agent's connection: it was revoked, or the table restored.
 */
export const hearTunnel = (
  agentId: string,
  connectionId: string,
  lastSeenMs: number,
): Promise<boolean> =>
  updateIfHolds(
    update(agentKey(agentId), {
      set: { lastSeenMs },
      when: '#tunnelConnectionId = :connectionId',
      values: { connectionId },
    }),
  )

/** Removes a connection from its agent, unless the agent has opened the next one already. */
export async function closeTunnel(connectionId: string): Promise<void> {
  const agents = await allAgents()
  const agent = agents.find((each) => each.tunnelConnectionId === connectionId)
  if (!agent) return
  try {
    await transact([
      updateUnchanged(agent, ['tunnelConnectionId'], {
        set: { tunnelConnectionId: null },
      }),
    ])
  } catch (error) {
    if (!(error instanceof VersionConflict)) throw error
  }
}
