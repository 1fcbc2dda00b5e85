import { NodeFailure } from '../lightning/node/failure.ts'
import {
  type InvoiceWarning,
  isPeerLost,
  type NodeInfo,
} from '../lightning/node/node-schemas.ts'
import type { Item } from '../platform/dynamodb/keys.ts'
import { read } from '../platform/dynamodb/read.ts'
import { updateIfHolds } from '../platform/dynamodb/transact.ts'
import { upsert } from '../platform/dynamodb/write.ts'
import { connectNode, isNodeDirect } from './connect-node.ts'
import { type NodeState, nodeStateKey } from './node-state.ts'

/** Until then the node is not asked again, however many look. */
const freshMs = 60_000

/** Longest wait for the node, in ms: then a page shows its last known state. */
const askMs = 4_000

/**
 * Returns the state of the node: asks it once a minute at most, for 4 s, and in between
 * returns its last answer.
 */
export async function currentNodeState(
  kept: NodeState | undefined,
  nowMs: number,
): Promise<NodeState> {
  return (await claim(kept, nowMs)) ? await ask(kept ?? {}, nowMs) : (kept ?? {})
}

/**
 * Returns a warning to show with an invoice, at a time in Unix ms; undefined while all is
 * well. Runs beside the call that makes the invoice, and never fails it.
 */
export async function invoiceWarning(nowMs: number): Promise<InvoiceWarning | undefined> {
  const kept = await read<Item & NodeState>(nodeStateKey)
  // An agent tells when its node loses the peer
  const { peerLostSinceMs } = isNodeDirect()
    ? await currentNodeState(kept, nowMs)
    : (kept ?? {})
  return peerLostSinceMs === undefined ? undefined : 'node_peer_lost'
}

/**
 * Claims the next request to the node; false while its last answer is fresh, or another
 * process asks.
 */
async function claim(kept: NodeState | undefined, nowMs: number): Promise<boolean> {
  const dueMs = nowMs - freshMs
  if ((kept?.askedAtMs ?? Number.NEGATIVE_INFINITY) > dueMs) return false
  return updateIfHolds(
    upsert(nodeStateKey, {
      set: { askedAtMs: nowMs },
      when: 'attribute_not_exists(#askedAtMs) OR #askedAtMs <= :dueMs',
      values: { dueMs },
    }),
  )
}

/** Asks the node and keeps its answer, or the time since which it has not answered. */
async function ask(kept: NodeState, nowMs: number): Promise<NodeState> {
  const node = connectNode(askMs)
  const [info, balance, maySend] = await Promise.all([
    node.getInfo().catch(withoutAnswer),
    node.getBalance().catch(withoutAnswer),
    node.maySend().catch(withoutAnswer),
  ])
  if (!info) return away(kept, nowMs)
  const isLost = isPeerLost(info)
  const answered = {
    answeredAtMs: nowMs,
    inboundSat: inboundOf(info),
    hasNoChannel: info.channels.length === 0,
    ...(balance && { feeCreditSat: balance.feeCreditSat }),
    ...(maySend !== undefined && { isLimited: !maySend }),
    ...(isLost && { peerLostSinceMs: kept.peerLostSinceMs ?? nowMs }),
  }
  const remove = ['awaySinceMs', ...(isLost ? [] : ['peerLostSinceMs'])]
  await updateIfHolds(upsert(nodeStateKey, { set: answered, remove }))
  const { awaySinceMs: _, peerLostSinceMs: _lost, ...rest } = kept
  return { ...rest, ...answered }
}

async function away(kept: NodeState, nowMs: number): Promise<NodeState> {
  if (kept.answeredAtMs === undefined) return kept
  const known = { ...kept, awaySinceMs: kept.awaySinceMs ?? nowMs }
  await updateIfHolds(upsert(nodeStateKey, { set: { awaySinceMs: known.awaySinceMs } }))
  return known
}

function withoutAnswer(error: unknown): undefined {
  if (!(error instanceof NodeFailure)) throw error
}

function inboundOf({ channels }: NodeInfo): number | null {
  const each = channels.map(({ inboundLiquiditySat }) => inboundLiquiditySat)
  return each.reduce<number | null>(
    (sum, sat) => (sum === null || sat === null ? null : sum + sat),
    0,
  )
}
