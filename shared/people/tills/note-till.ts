import { currentShop } from '../../current-shop.ts'
import { raiseAlert } from '../../events/alerts/alerts.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { updateIfHolds } from '../../platform/dynamodb/transact.ts'
import { upsert } from '../../platform/dynamodb/write.ts'
import { type TillRecord, type TillSeen, tillSeenKey } from './till-records.ts'

/** Contents of a till's token. */
export type TillToken = {
  readonly tillId: string
  /** Counts the tokens that the till was given, from 0. */
  readonly generation: number
  readonly issuedAtMs: number
}

/** A token is renewed when it is as old as that. */
const renewAfterMs = 24 * 60 * 60_000

/** For so long the windows of a browser may still send the token before. */
const successorMs = 5 * 60_000

/** Interval at which one process notes a till. */
const notedMs = 60_000

/** Time when this process noted a till, by shop, till and token. */
const noted = new Map<string, number>()
const maxNoted = 10_000

/** True if a token is used long after its successor was. */
export const isCopied = (
  { generation }: Pick<TillToken, 'generation'>,
  seen: TillSeen | undefined,
  nowMs: number,
): boolean =>
  generation < (seen?.generation ?? 0) &&
  nowMs - (seen?.firstUsedMs ?? nowMs) > successorMs

/**
 * Notes that a till was heard of, at most once a minute. Returns the generation of the token that
 * takes the place of this one where it is a day old. A token that is used long after its successor
 * was is a copy: it raises an alert, and has no successor.
 */
export async function noteTill(
  token: TillToken,
  till: Pick<TillRecord, 'id' | 'name'>,
  nowMs: number,
): Promise<number | undefined> {
  const { generation } = token
  const isDue = nowMs - token.issuedAtMs >= renewAfterMs
  const name = `${currentShop().id} ${till.id} ${generation}`
  if (!isDue && nowMs - (noted.get(name) ?? 0) < notedMs) return undefined
  const seen = await read<TillSeen>(tillSeenKey(till.id))
  const newest = seen?.generation ?? 0
  if (generation < newest) {
    if (isCopied(token, seen, nowMs)) {
      const details = { tillId: till.id, tillName: till.name }
      await raiseAlert({ kind: 'till_copied', subject: till.id, details }, nowMs)
    }
    return undefined
  }
  const isFirstUse = seen?.generation === undefined || generation > newest
  if (isFirstUse || nowMs - (seen.lastSeenMs ?? 0) >= notedMs) {
    await updateIfHolds(
      upsert(tillSeenKey(till.id), {
        set: {
          lastSeenMs: nowMs,
          ...(isFirstUse && { generation, firstUsedMs: nowMs }),
        },
        when: 'attribute_not_exists(#generation) OR #generation <= :mine',
        values: { mine: generation },
      }),
    )
  }
  if (noted.size >= maxNoted) noted.clear()
  noted.set(name, nowMs)
  return isDue ? generation + 1 : undefined
}
