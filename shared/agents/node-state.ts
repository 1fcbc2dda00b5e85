import type { Item, Key } from '../platform/dynamodb/keys.ts'
import { read } from '../platform/dynamodb/read.ts'
import { updateIfHolds } from '../platform/dynamodb/transact.ts'
import { upsert } from '../platform/dynamodb/write.ts'

/** Last known state of the node, and the time of the last request to it. Times are Unix ms. */
export type NodeState = {
  readonly askedAtMs?: number
  readonly answeredAtMs?: number
  /** Inbound liquidity of all channels; null if the node does not say it for one of them. */
  readonly inboundSat?: number | null
  readonly awaySinceMs?: number
  /**
   * Time since which the node answers without a line to its peer: nobody can pay its invoices.
   */
  readonly peerLostSinceMs?: number
  readonly hasNoChannel?: boolean
  readonly feeCreditSat?: number
  /** Its password sells, and pays nothing out. */
  readonly isLimited?: boolean
  /** Payments in a row that came without a webhook before the node was asked. */
  readonly missedWebhooks?: number
  /** Time up to which its received payments were listed, if it is called directly. */
  readonly listedToMs?: number
}

/** A shop's record of its node. */
export const nodeStateKey: Key = { pk: 'SHOP', sk: 'NODE-HEALTH' }

/** Keeps an agent's report of the node's line to its peer, at a time in Unix ms. */
export async function keepPeer(isLost: boolean, nowMs: number): Promise<void> {
  const change = isLost
    ? { compute: ['#peerLostSinceMs = if_not_exists(#peerLostSinceMs, :nowMs)'] }
    : { remove: ['peerLostSinceMs'] }
  await updateIfHolds(
    upsert(nodeStateKey, { ...change, ...(isLost && { values: { nowMs } }) }),
  )
}

/** Keeps until when the node's received payments were listed, in Unix ms. */
export async function keepListed(listedToMs: number): Promise<void> {
  await updateIfHolds(upsert(nodeStateKey, { set: { listedToMs } }))
}

/** Two in a row are no accident. */
const silentAfter = 2

/** True if no webhook comes though the node receives payments: its URL or secret is wrong. */
export const isWebhookSilent = ({ missedWebhooks = 0 }: NodeState): boolean =>
  missedWebhooks >= silentAfter

/** Counts a payment that was found by asking the node. */
export async function countMissedWebhook(): Promise<void> {
  await updateIfHolds(upsert(nodeStateKey, { add: { missedWebhooks: 1 } }))
}

/** Forgets the payments without a webhook, once one has come. */
export async function forgetMissedWebhooks(): Promise<void> {
  const state = await read<Item & NodeState>(nodeStateKey)
  if (!state?.missedWebhooks) return
  await updateIfHolds(upsert(nodeStateKey, { remove: ['missedWebhooks'] }))
}
