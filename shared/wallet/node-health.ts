import type * as z from 'zod'
import { connectNode } from '../agents/connect-node.ts'
import type { Item, Key } from '../dynamodb/keys.ts'
import { readMany } from '../dynamodb/read.ts'
import { updateIfHolds } from '../dynamodb/transact.ts'
import { upsert } from '../dynamodb/write.ts'
import { NodeFailure } from '../lightning/failure.ts'
import type { NodeInfo } from '../lightning/node-schemas.ts'
import { openShiftKey } from '../shifts/shift-records.ts'
import { configKey, type ShopConfig, safeguardsOf } from '../shop/config.ts'
import { isoSeconds } from '../time/iso.ts'
import type { NodeHealth } from './wallet-requests.ts'

/** What is known about the node, and when somebody last asked it. Times are Unix ms. */
type Kept = {
  readonly askedAtMs?: number
  readonly answeredAtMs?: number
  readonly inboundSat?: number | null
  readonly awaySinceMs?: number
}

const healthKey: Key = { pk: 'SHOP', sk: 'NODE-HEALTH' }

/** Until then the node is not asked again, however many look. */
const freshMs = 60_000

/** A page shows what is known, rather than wait for a node that does not answer. */
const askMs = 4_000

/** An absence that is shorter is a restart or a hiccup of the line. */
const awayMs = 5 * 60_000

/**
 * Whether the node can receive payments (GET /wallet/health), at the time in Unix ms. The node is
 * asked once a minute at most, for 4 s; in between, and for everybody else, what it said last
 * counts. A node that has never answered is not missed: the shop may have none.
 */
export async function nodeHealth(nowMs: number): Promise<NodeHealth> {
  const [kept, config, openShift] = await readMany<[Item & Kept, ShopConfig, Item]>([
    healthKey,
    configKey,
    openShiftKey,
  ])
  const known = (await claim(kept, nowMs)) ? await ask(kept ?? {}, nowMs) : (kept ?? {})
  const { inboundSat = null, answeredAtMs, awaySinceMs } = known
  const { lowInboundSat } = safeguardsOf(config)
  const isLow = inboundSat !== null && inboundSat < lowInboundSat
  const isAway = awaySinceMs !== undefined && nowMs - awaySinceMs >= awayMs
  return {
    inboundSat,
    lowInboundSat,
    asOf: isoOf(answeredAtMs),
    awaySince: isoOf(awaySinceMs),
    warnings: [
      ...(isLow ? (['inbound_low'] as const) : []),
      ...(isAway && openShift ? (['node_unreachable'] as const) : []),
    ],
  }
}

const isoOf = (ms: number | undefined) => (ms === undefined ? null : isoSeconds(ms))

/** False while what is known is fresh, or where somebody else asks. */
async function claim(kept: Kept | undefined, nowMs: number): Promise<boolean> {
  const dueMs = nowMs - freshMs
  if ((kept?.askedAtMs ?? Number.NEGATIVE_INFINITY) > dueMs) return false
  return updateIfHolds(
    upsert(healthKey, {
      set: { askedAtMs: nowMs },
      when: 'attribute_not_exists(#askedAtMs) OR #askedAtMs <= :dueMs',
      values: { dueMs },
    }),
  )
}

/** Asks the node and keeps what it says, or since when it says nothing. */
async function ask(kept: Kept, nowMs: number): Promise<Kept> {
  const info = await connectNode(askMs)
    .getInfo()
    .catch((error: unknown) => {
      if (error instanceof NodeFailure) return undefined
      throw error
    })
  if (info) {
    const known = { answeredAtMs: nowMs, inboundSat: inboundOf(info) }
    await updateIfHolds(upsert(healthKey, { set: known, remove: ['awaySinceMs'] }))
    return known
  }
  if (kept.answeredAtMs === undefined) return kept
  const known = { ...kept, awaySinceMs: kept.awaySinceMs ?? nowMs }
  await updateIfHolds(upsert(healthKey, { set: { awaySinceMs: known.awaySinceMs } }))
  return known
}

/** What all channels can receive; null where the node does not say it of one. */
function inboundOf({ channels }: z.infer<typeof NodeInfo>): number | null {
  const each = channels.map(({ inboundLiquiditySat }) => inboundLiquiditySat)
  return each.reduce<number | null>(
    (sum, sat) => (sum === null || sat === null ? null : sum + sat),
    0,
  )
}
