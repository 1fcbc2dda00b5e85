import { type User, userKey } from '../../people/staff/users.ts'
import {
  isStopped,
  type TillRecord,
  type TillSeen,
  tillSeenKey,
} from '../../people/tills/till-records.ts'
import { Page } from '../../platform/dynamodb/page.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { allFlagged } from '../../selling/sales/flagged-sales.ts'
import { alarmingFlags } from '../../selling/sales/sale-flags.ts'
import type { TillDay } from '../../selling/sales/till-day.ts'
import { openParts } from '../../selling/shifts/parts.ts'
import { latestZReports } from '../../selling/shifts/z-reports.ts'
import type { Review } from '../alerts/alerts.ts'

const hourMs = 60 * 60_000

/** Age at which unsent sales of a till raise an alert. */
const waitingMs = 2 * hourMs

/**
 * Time without news after which a till raises an alert, unless a whole shift was closed without any:
 * one that sells reports daily, and hands in skipped numbers.
 */
const silentMs = 24 * hourMs

type KnownTill = {
  readonly till: Pick<TillRecord, 'id' | 'name' | 'series'> &
    Partial<Pick<TillRecord, 'endedAtMs' | 'revokedAtMs'>>
  readonly day: TillDay
  readonly seen: TillSeen | undefined
}

/** Returns the conditions of the shop's tills; none in a shop without tills. */
export async function reviewTills(nowMs: number): Promise<Review[]> {
  const parts = await openParts()
  const flagged = await flaggedByUser(parts.length > 0)
  const seen = await readMany<TillSeen[]>(parts.map(({ till }) => tillSeenKey(till.id)))
  const tills = parts.map((part, at): KnownTill => ({ ...part, seen: seen[at] }))
  const closedShiftMs = parts.length > 0 ? await beginOfClosedShift() : 0
  return [
    {
      kind: 'till_has_unsent_sales',
      found: tills.flatMap((each) => unsent(each, nowMs)),
    },
    {
      kind: 'till_lost',
      found: tills.flatMap((each) => lost(each, closedShiftMs, nowMs)),
    },
    { kind: 'sales_flagged', found: flagged },
    { kind: 'numbers_missing', found: tills.flatMap((each) => missing(each, nowMs)) },
  ]
}

/** Users whose sales at tills a person should look at. */
async function flaggedByUser(hasTills: boolean): Promise<Review['found']> {
  const sales = hasTills ? await allFlagged() : []
  const byUser = Map.groupBy(
    sales.filter(({ flags }) => alarmingFlags(flags).length > 0),
    ({ userId }) => userId,
  )
  const users = await readMany<User[]>([...byUser.keys()].map(userKey))
  return [...byUser].map(([userId, ofUser], at) => {
    const flags = new Set(ofUser.flatMap((sale) => alarmingFlags(sale.flags)))
    const userName = users[at]?.name ?? userId
    return {
      subject: userId,
      details: { userId, userName, flags: [...flags].sort().join(', ') },
    }
  })
}

function unsent({ till, seen }: KnownTill, nowMs: number): Review['found'] {
  const { waitingSales = 0, oldestWaitingMs = nowMs } = seen ?? {}
  if (waitingSales === 0 || nowMs - oldestWaitingMs < waitingMs) return []
  const details = { tillId: till.id, tillName: till.name, waitingSales }
  return [{ subject: till.id, details }]
}

/** When the shift of the last Z began at the latest: with the Z before. 0 before the second. */
async function beginOfClosedShift(): Promise<number> {
  const [, before] = await latestZReports(new Page(2, undefined))
  return before ? Date.parse(before.closedAt) : 0
}

/**
 * Finds tills that ended, or were silent for a day or for a whole shift that was closed, unless they
 * rest or somebody has confirmed it.
 */
function lost(
  { till, day, seen }: KnownTill,
  closedShiftMs: number,
  nowMs: number,
): Review['found'] {
  const seenMs = Math.max(seen?.lastSeenMs ?? 0, day.lastTicketMs ?? 0)
  const isSilent =
    seen?.isResting !== true && (nowMs - seenMs >= silentMs || seenMs < closedShiftMs)
  const hasEnded = till.endedAtMs !== undefined
  const isConfirmed = (seen?.lostConfirmedMs ?? 0) >= seenMs
  const hasSold = day.lastNumber !== undefined
  if (!hasSold || isConfirmed || !(hasEnded || (isSilent && !isStopped(till)))) return []
  const details = {
    tillId: till.id,
    tillName: till.name,
    series: till.series,
    lastNumber: day.lastNumber ?? 0,
    lastSeenAt: isoSeconds(seenMs),
  }
  return [{ subject: till.id, details }]
}

function missing({ till, day }: KnownTill, nowMs: number): Review['found'] {
  const late = (day.missing ?? []).filter(
    ({ sinceMs = nowMs }) => nowMs - sinceMs >= silentMs,
  )
  if (late.length === 0) return []
  const numbers = late
    .slice(0, 10)
    .map(({ from, to }) => (from === to ? `${from}` : `${from} to ${to}`))
    .join(', ')
  return [
    { subject: till.id, details: { tillId: till.id, tillName: till.name, numbers } },
  ]
}
