import { randomUUID } from 'node:crypto'
import { clearAlertOf } from '../../events/alerts/alerts.ts'
import { Failure, required } from '../../failure.ts'
import {
  collectionKey,
  type Item,
  idInKey,
  type Key,
} from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insert, update, upsert, type Write } from '../../platform/dynamodb/write.ts'
import { isoSeconds, isoSecondsIfAny } from '../../platform/time/iso.ts'
import { insertAuditEntry, insertChangeAudit } from '../audit/audit-trail.ts'
import { seriesAt } from './series.ts'
import type { NewTill, NumberRange } from './till.ts'

/** A registered till. Its record is never deleted, as its series is never given again. */
export type TillRecord = Item & {
  readonly id: string
  readonly name: string
  readonly series: string
  /** The place of its series, from 0. */
  readonly place: number
  readonly createdAtMs: number
  readonly createdBy: string
  readonly endedAtMs?: number
  readonly revokedAtMs?: number
}

/** Numbers that were passed over, and since when. */
export type MissingRange = NumberRange & { readonly sinceMs?: number }

/**
 * Record that a till's sales lock: its numbers, and its running sums as `DayRecord` has
 * them. It exists from the till's registration on.
 */
export type TillNumbers = Item & {
  readonly lastNumber?: number
  /** Counts changes of the numbers. */
  readonly numbersVersion?: number
  readonly missing?: readonly MissingRange[]
  readonly lastTicketMs?: number
  /** Revoked or ended: nothing is sold there. */
  readonly isStopped?: true
  /** The shop was restored or imported since, and it has not handed in what it sold. */
  readonly mustHandIn?: true
}

/** Report of a till about itself, at most once a minute, so that no sale waits for it. */
export type TillSeen = Item & {
  readonly lastSeenMs?: number
  /** Of its newest token that was used, from 0. */
  readonly generation?: number
  /** Time when that token was used first. */
  readonly firstUsedMs?: number
  readonly waitingSales?: number
  readonly oldestWaitingMs?: number
  readonly isResting?: boolean
  /** Time when an administrator confirmed that its sales are lost. */
  readonly lostConfirmedMs?: number
}

export const tillKey = (id: string): Key => collectionKey('TILL', id)

/** All that a till has beside its record. */
export const tillPartition = (id: string) => `TILL#${idInKey(id)}`

export const tillDayKey = (id: string): Key => ({ pk: tillPartition(id), sk: 'TILL-DAY' })
export const tillSeenKey = (id: string): Key => ({ pk: tillPartition(id), sk: 'SEEN' })

export const findTill = (id: string) => read<TillRecord>(tillKey(id))

/** All tills by their series, also those that were revoked. */
export const allTills = async () =>
  (await readAll<TillRecord>({ pk: 'TILL' })).sort(
    (one, other) => one.place - other.place,
  )

/** True once nothing is sold at a till any more. */
export const isStopped = ({
  endedAtMs,
  revokedAtMs,
}: Pick<TillRecord, 'endedAtMs' | 'revokedAtMs'>): boolean =>
  endedAtMs !== undefined || revokedAtMs !== undefined

/** The next series, the number of live tills, and the epoch of the shop. */
export type Series = Item & {
  readonly next: number
  readonly count: number
  readonly epoch?: string
}

export const seriesKey: Key = { pk: 'TILLS', sk: 'SERIES' }

/**
 * The epoch of a shop, for GET /tills/me. It is another one after each restore and import: a till that
 * knows an earlier one hands in again what it has sold.
 */
export const epochOf = (series: Pick<Series, 'epoch'> | undefined): string =>
  series?.epoch ?? '0'

/** Live tills of a shop; also, how far after the next series that of a lost till may be. */
export const maxTills = 500

/** For how long a registration may be asked for again. */
const repeatMs = 10 * 60_000

/**
 * Registers a till with the next series, for POST /tills. The same id from the same user within
 * ten minutes is the same till. Throws `tillExists`, `tooManyTills`.
 */
export const createTill = (
  { id = randomUUID(), name }: Pick<NewTill, 'id' | 'name'>,
  { userId, nowMs }: { readonly userId: string; readonly nowMs: number },
): Promise<TillRecord> =>
  retryOnConflict(async () => {
    const [known, series] = await readMany<[TillRecord, Series]>([tillKey(id), seriesKey])
    if (known) {
      const isSame = known.createdBy === userId && nowMs < known.createdAtMs + repeatMs
      if (isSame && !isStopped(known)) return known
      throw new Failure('tillExists')
    }
    const place = series?.next ?? 0
    const till: TillRecord = {
      ...tillKey(id),
      id,
      name,
      series: seriesAt(place),
      place,
      createdAtMs: nowMs,
      createdBy: userId,
    }
    await transact([
      insert(till, versionConflict),
      insert({ ...tillDayKey(id), changes: 0, numbersVersion: 0 }),
      upsertSeries(series, place + 1),
      insertAuditEntry({
        kind: 'till',
        subject: { id, name },
        after: { name, series: till.series },
      }),
    ])
    return till
  })

/**
 * Counts a till whose series no other till gets again. Throws `tooManyTills`, and VersionConflict
 * if another till was registered since.
 */
export function upsertSeries(seen: Series | undefined, next: number): Write {
  if ((seen?.count ?? 0) >= maxTills) throw new Failure('tooManyTills')
  return upsert(
    seriesKey,
    {
      set: { next },
      add: { count: 1 },
      when: seen
        ? '#next = :place AND #count = :seen'
        : 'attribute_not_exists(#next) AND attribute_not_exists(#count)',
      values: { place: seen?.next, seen: seen?.count },
    },
    versionConflict,
  )
}

/** Renames a till, for PUT /tills/{id}. Throws `notFound`. */
export const renameTill = (id: string, name: string) =>
  retryOnConflict(async () => {
    const till = required(await findTill(id))
    await transact([
      updateUnchanged(till, ['name'], { set: { name } }),
      ...insertChangeAudit({ kind: 'till', subject: { id, name } }, till, { name }),
    ])
    return { id }
  })

/** Revokes a till, for DELETE /tills/{id}; one that is revoked stays so. Throws `notFound`. */
export const revokeTill = (id: string, nowMs: number): Promise<TillRecord> =>
  retryOnConflict(async () => {
    const till = required(await findTill(id))
    if (till.revokedAtMs !== undefined) return till
    await transact(updateStopped(till, { revokedAtMs: nowMs }))
    await clearAlertOf({ kind: 'till_copied', subject: id }, nowMs)
    return till
  })

/** Ends a till whose storage is gone. */
export const endTill = (id: string, nowMs: number): Promise<void> =>
  retryOnConflict(async () => {
    const till = required(await findTill(id))
    if (!isStopped(till)) await transact(updateStopped(till, { endedAtMs: nowMs }))
  })

/** The writes after which nothing is sold at a till. */
function updateStopped(
  till: TillRecord,
  stopped: { readonly revokedAtMs: number } | { readonly endedAtMs: number },
): Write[] {
  const { id, name, series } = till
  return [
    updateUnchanged(till, ['endedAtMs', 'revokedAtMs'], { set: stopped }),
    update(tillDayKey(id), { set: { isStopped: true }, add: { changes: 1 } }),
    ...(isStopped(till) ? [] : [update(seriesKey, { add: { count: -1 } })]),
    insertAuditEntry({
      kind: 'till',
      subject: { id, name },
      before: { series },
      after: { ...stopped },
    }),
  ]
}

/** A till as clients get it; what is missing and waits only where they may know. */
export const tillOnWire = (
  { id, name, series, createdAtMs, endedAtMs, revokedAtMs }: TillRecord,
  day: TillNumbers | undefined,
  seen: TillSeen | undefined,
  showsMissing: boolean,
) => {
  const seenMs = Math.max(seen?.lastSeenMs ?? 0, day?.lastTicketMs ?? 0)
  return {
    id,
    name,
    series,
    createdAt: isoSeconds(createdAtMs),
    lastSeenAt: seenMs > 0 ? isoSeconds(seenMs) : null,
    lastNumber: day?.lastNumber ?? 0,
    ...(showsMissing && {
      missing: (day?.missing ?? []).map(({ from, to }) => ({ from, to })),
      waitingSales: seen?.waitingSales ?? 0,
      oldestWaitingAt: isoSecondsIfAny(seen?.oldestWaitingMs),
    }),
    endedAt: isoSecondsIfAny(endedAtMs),
    revokedAt: isoSecondsIfAny(revokedAtMs),
  }
}

/** All tills as clients get them; a till is shown what is its own. */
export async function listTills(mayReadReports: boolean, ownId: string | undefined) {
  const tills = await allTills()
  const records = await readMany<Item[]>(
    tills.flatMap(({ id }) => [tillDayKey(id), tillSeenKey(id)]),
  )
  return tills.map((till, at) => {
    const [day, seen] = records.slice(2 * at) as [TillNumbers?, TillSeen?]
    return tillOnWire(till, day, seen, mayReadReports || till.id === ownId)
  })
}

/** One till as it gets itself. Throws `notFound`. */
export async function ownTill(id: string) {
  const [till, day, seen, series] = await readMany<
    [TillRecord, TillNumbers, TillSeen, Series]
  >([tillKey(id), tillDayKey(id), tillSeenKey(id), seriesKey])
  return { ...tillOnWire(required(till), day, seen, true), epoch: epochOf(series) }
}
