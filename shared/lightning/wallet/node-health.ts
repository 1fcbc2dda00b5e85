import { currentNodeState } from '../../agents/ask-node.ts'
import { connectNode } from '../../agents/connect-node.ts'
import { isWebhookSilent, type NodeState, nodeStateKey } from '../../agents/node-state.ts'
import type { Item } from '../../platform/dynamodb/keys.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { isoSecondsIfAny } from '../../platform/time/iso.ts'
import { openShiftKey } from '../../selling/shifts/shift-records.ts'
import {
  configKey,
  type ShopConfig,
  safeguardsOf,
} from '../../selling/shop-config/config.ts'
import type { NodeHealth } from './wallet-requests.ts'

/** An absence that is shorter is a restart or a hiccup of the line. */
const awayMs = 5 * 60_000

/**
 * Says if the node can receive payments (GET /wallet/health), at a time in Unix ms. Asks
 * the node once a minute at most, for 4 s; all other calls get its last answer. A node
 * that has never answered is not missed: the shop may have none.
 */
export async function nodeHealth(nowMs: number): Promise<NodeHealth> {
  const [kept, config, openShift] = await readMany<[Item & NodeState, ShopConfig, Item]>([
    nodeStateKey,
    configKey,
    openShiftKey,
  ])
  const known = await currentNodeState(kept, nowMs)
  const { inboundSat = null, feeCreditSat = null, hasNoChannel = false } = known
  const { awaySinceMs, peerLostSinceMs } = known
  const { lowInboundSat } = safeguardsOf(config)
  const isAway = awaySinceMs !== undefined && nowMs - awaySinceMs >= awayMs
  const found = {
    // A node without a channel gets one with the next larger payment
    inbound_low: !hasNoChannel && inboundSat !== null && inboundSat < lowInboundSat,
    node_unreachable: isAway && openShift !== undefined,
    node_peer_lost: awaySinceMs === undefined && peerLostSinceMs !== undefined,
    node_limited_password: known.isLimited === true,
    node_webhook_silent: isWebhookSilent(known),
    no_channel: hasNoChannel,
    fee_credit: feeCreditSat !== null && feeCreditSat > 0,
  }
  return {
    inboundSat,
    lowInboundSat,
    asOf: isoSecondsIfAny(known.answeredAtMs) ?? null,
    awaySince: isoSecondsIfAny(awaySinceMs) ?? null,
    peerLostSince: isoSecondsIfAny(peerLostSinceMs) ?? null,
    feeCreditSat,
    channelCostSat: hasNoChannel ? connectNode().firstChannelSat : null,
    warnings: (Object.keys(found) as (keyof typeof found)[]).filter(
      (warning) => found[warning],
    ),
  }
}
