import { isDeepStrictEqual } from 'node:util'
import { type ProductRecord, readProducts } from '../../catalog/products.ts'
import { newId } from '../../ids.ts'
import { eventPartition, recordEvents } from '../../lightning/payments-feed/event-log.ts'
import { fanOut } from '../../lightning/payments-feed/fan-out.ts'
import { pause } from '../../pause.ts'
import { invokeAsync } from '../../platform/deployment/invoke-async.ts'
import { resources } from '../../platform/deployment/resources.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  upsertVersioned,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { unitsIn } from '../../selling/till-data/now.ts'
import type { CommittedChange } from '../changes/committed-change.ts'
import type { EventFrame } from './event-frame.ts'

/** Time of a shop's last news about units, and the news that waits. */
type StockNews = Item & {
  /** Unix ms */
  readonly sentMs: number
  /** Unix ms; 0 while nothing waits. */
  readonly dueMs: number
  /** Ids of products. */
  readonly pending: readonly string[]
  readonly version: number
  readonly expiresAt: number
}

const newsKey: Key = { pk: eventPartition, sk: 'STOCK' }

/** Between two frames, in ms. */
const gapMs = 5_000

/** More products wait for no further ones: an import changes thousands. */
const maxPending = 1_000

/** Units of one frame: API Gateway posts 32 KB. */
const unitsPerFrame = 500

/** Work for later: publishing the news that waits. */
export type DueStock = { readonly stockDueMs: number }

/**
 * The frames of units that changes have moved, unless others were sent less than 5 s ago: then a
 * worker sends them when it is time.
 */
export async function stockFrames(
  changes: readonly CommittedChange[],
  nowMs: number,
): Promise<EventFrame[]> {
  const ids = movedBy(changes)
  if (ids.length === 0) return []
  const { told, dueMs } = await retryOnConflict(async () => {
    const news = await read<StockNews>(newsKey)
    const next = plan(news, ids, nowMs)
    await keep(news, next.kept, nowMs)
    return next
  })
  if (dueMs !== undefined) {
    await invokeAsync(resources.fanOutFunction(), {
      stockDueMs: dueMs,
    } satisfies DueStock)
  }
  return framesOf(told, nowMs)
}

/** Waits until units are due, and tells all that have changed until then. */
export async function sendDueStock({ stockDueMs }: DueStock): Promise<void> {
  await pause(stockDueMs - Date.now())
  // A timer may end a millisecond early.
  const nowMs = Math.max(stockDueMs, Date.now())
  const pending = await retryOnConflict(async () => {
    const news = await read<StockNews>(newsKey)
    if (news?.dueMs !== stockDueMs) return []
    await keep(news, { sentMs: nowMs, dueMs: 0, pending: [] }, nowMs)
    return news.pending
  })
  const frames = await framesOf(pending, nowMs)
  if (frames.length === 0) return
  await recordEvents(frames, nowMs)
  for (const frame of frames) await fanOut({ frame, atMs: nowMs })
}

type Kept = Pick<StockNews, 'sentMs' | 'dueMs' | 'pending'>

/** Decides which news to publish now, which waits, and when a worker has to publish it. */
function plan(
  news: StockNews | undefined,
  ids: readonly string[],
  nowMs: number,
): { told: readonly string[]; kept: Kept; dueMs?: number } {
  const { sentMs = 0, dueMs = 0, pending = [] } = news ?? {}
  const all = [...new Set([...pending, ...ids])]
  // A worker that is this late has died
  const isWaiting = dueMs > 0 && nowMs < dueMs + gapMs
  const isTime = !isWaiting && nowMs >= sentMs + gapMs
  if (isTime || all.length > maxPending) {
    return { told: all, kept: { sentMs: nowMs, dueMs: 0, pending: [] } }
  }
  if (isWaiting) return { told: [], kept: { sentMs, dueMs, pending: all } }
  const due = sentMs + gapMs
  return { told: [], kept: { sentMs, dueMs: due, pending: all }, dueMs: due }
}

const keep = (news: StockNews | undefined, kept: Kept, nowMs: number): Promise<void> =>
  transact([
    upsertVersioned(newsKey, news, {
      ...kept,
      expiresAt: Math.ceil(nowMs / 1_000) + 60 * 60,
    }),
  ])

/** Returns the products whose units a change moved. */
const movedBy = (changes: readonly CommittedChange[]): string[] => [
  ...new Set(
    changes.flatMap(({ key, before, after }) => {
      if (key.pk !== 'PRODUCT' || !after) return []
      const [was, is] = [before, after].map(
        (record) => record && unitsIn(record as ProductRecord),
      )
      return isDeepStrictEqual(was, is) ? [] : [String(after.id)]
    }),
  ),
]

/** As the units are at this moment: older changes that come again tell nothing old. */
async function framesOf(ids: readonly string[], at: number): Promise<EventFrame[]> {
  const products = await readProducts(ids)
  const units = products.flatMap((product) => (product ? [...unitsIn(product)] : []))
  const parts = Array.from(
    { length: Math.ceil(units.length / unitsPerFrame) },
    (_, part) => units.slice(part * unitsPerFrame, (part + 1) * unitsPerFrame),
  )
  return parts.map((part) => ({
    type: 'stock.changed',
    id: '',
    units: Object.fromEntries(part),
    at,
    eventId: `stock-${newId()}`,
  }))
}
