import { Failure } from '../../failure.ts'
import { allTills, type TillRecord, tillDayKey } from '../../people/tills/till-records.ts'
import { settings } from '../../platform/deployment/settings.ts'
import type { Item, Key } from '../../platform/dynamodb/keys.ts'
import { versionConflict } from '../../platform/dynamodb/optimistic-lock.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { insert, replace, update } from '../../platform/dynamodb/write.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { addedDays, type DayRecord, daySums, hasNoSums } from '../sales/day-record.ts'
import { type LateRecord, lateByDay, lateOf } from '../sales/late-sales.ts'
import { openPart, type TillDay } from '../sales/till-day.ts'
import {
  figuresOf,
  nothingOpen,
  type ShiftFigures,
  sumOf,
  type TillRow,
} from './figures.ts'
import { type DrawerCents, type OpenShift, openShiftKey } from './shift-records.ts'

/** A till and its open part of the day, or a frozen one. */
export type TillPart = {
  readonly till: Pick<TillRecord, 'id' | 'name' | 'series' | 'place'>
  readonly day: TillDay
  /** Absent for none. */
  readonly late?: readonly LateRecord[]
}

/**
 * A part of the day that a close has frozen at a till (`tillZ`): written once. Its number is the
 * till's own count, without gaps.
 */
export type PartRecord = Item &
  TillPart & {
    readonly number: number
    readonly zNumber: number
    /** Time at which the part before was frozen; null for the first. */
    readonly from: string | null
    readonly to: string
    /** Of all sales since the till was registered, with tax; of all refunds apart. */
    readonly perpetualSalesCents: number | bigint
    readonly perpetualRefundsCents: number | bigint
  }

const partsOf = (zNumber: number) => `Z-PART#${zNumber}`
const partKey = (zNumber: number, { place }: Pick<TillRecord, 'place'>): Key => ({
  pk: partsOf(zNumber),
  sk: String(place).padStart(6, '0'),
})

/** The parts of a Z, or of one that is being made, by series. */
export const partsOfZ = (zNumber: number) => readAll<PartRecord>({ pk: partsOf(zNumber) })

/** Returns the open part of each till by series; none in a shop without tills. */
export async function openParts(): Promise<TillPart[]> {
  if (!settings.tills()) return []
  const tills = await allTills()
  const days = await readMany<TillDay[]>(tills.map(({ id }) => tillDayKey(id)))
  return Promise.all(
    tills.flatMap((till, at) => {
      const day = days[at]
      return day ? [readLate(till, day)] : []
    }),
  )
}

/** The part of a till, with its late sales where it has any. */
const readLate = async (till: TillPart['till'], day: TillDay): Promise<TillPart> => ({
  till,
  day,
  ...(day.lateSales !== undefined && { late: await lateOf(till.id, openPart(day)) }),
})

/** Parts that were frozen and those that are open, each once, whenever they were read. */
export const allParts = (
  open: readonly TillPart[],
  frozen: readonly PartRecord[],
): TillPart[] => [
  ...frozen,
  ...open.filter(
    ({ till, day }) =>
      !frozen.some((part) => part.till.id === till.id && part.number === openPart(day)),
  ),
]

/** All that counts in a shop, as one day. */
export const wholeDay = (
  own: DayRecord | undefined,
  parts: readonly TillPart[],
): DayRecord | undefined =>
  parts.length === 0
    ? own
    : addedDays(
        own,
        parts.map(({ day }) => day),
      )

/** The cash of drawers at the beginning, and as it was counted; those that are absent were not. */
export type Drawers = {
  readonly begun: readonly DrawerCents[]
  readonly counted: readonly DrawerCents[]
}

/** True if the drawer of a till began with cash, or cash was counted in it. */
export const holdsCash = ({ begun, counted }: Drawers, tillId: string): boolean =>
  [begun, counted].some((drawers) => Boolean(amountIn(drawers, tillId)))

const amountIn = (drawers: readonly DrawerCents[], tillId: string) =>
  drawers
    .filter((each) => each.tillId === tillId)
    .map(({ amountCents }) => amountCents)[0]

/** All late sales of parts, by day. */
export const lateIn = (parts: readonly TillPart[]) =>
  lateByDay(parts.flatMap(({ late = [] }) => late))

/** The rows of the tills, one each: several parts of a till are one row. */
export function rowsOf(parts: readonly TillPart[], drawers: Drawers): TillRow[] {
  const byTill = Map.groupBy(parts, ({ till }) => till.id)
  return [...byTill.values()].flatMap((ofTill) => {
    const [first] = ofTill
    const last = ofTill.at(-1)
    if (!first || !last) return []
    const { till } = first
    const day = {
      ...addedDays(
        first.day,
        ofTill.slice(1).map((each) => each.day),
      ),
    }
    const sums = daySums(day)
    const numbers = ofTill.flatMap((each) => each.day.firstNumber ?? [])
    const frozen =
      ofTill.length === 1 && 'zNumber' in first ? (first as PartRecord) : null
    return {
      tillId: till.id,
      tillName: till.name,
      series: till.series,
      firstNumber: numbers.length > 0 ? Math.min(...numbers) : null,
      lastNumber:
        numbers.length > 0
          ? Math.max(...ofTill.map((each) => each.day.lastOfPart ?? 0))
          : null,
      firstRefundNumber: sums.firstRefundNumber,
      lastRefundNumber: last.day.lastRefundNumber ?? sums.lastRefundNumber,
      missing: (last.day.missing ?? []).map(({ from: first, to }) => ({
        from: first,
        to,
      })),
      unused: ofTill.flatMap((each) => each.day.unused ?? []),
      figures: figuresOf(
        {
          initialAmountCents: amountIn(drawers.begun, till.id) ?? 0,
          finalAmountCents: amountIn(drawers.counted, till.id) ?? null,
          differenceCents: null,
        },
        sums,
        nothingOpen,
        lateIn(ofTill),
      ),
      ...(frozen && {
        partNumber: frozen.number,
        from: frozen.from,
        perpetualSalesCents: frozen.perpetualSalesCents,
        perpetualRefundsCents: frozen.perpetualRefundsCents,
      }),
    }
  })
}

/** The shop's own row: what the rows of the tills leave of the whole. */
export function ownRow(
  own: DayRecord | undefined,
  whole: ShiftFigures,
  rows: readonly TillRow[],
  open: Parameters<typeof figuresOf>[2],
): TillRow {
  const sums = daySums(own)
  const ofTills = rows.map(({ figures }) => figures)
  const left = (all: number | bigint, others: readonly (number | bigint | null)[]) =>
    sumOf([all, ...others.map((each) => -BigInt(each ?? 0))])
  const { finalAmountCents, differenceCents } = whole
  return {
    tillId: null,
    tillName: null,
    series: null,
    firstNumber: sums.firstNumber,
    lastNumber: sums.lastNumber,
    firstRefundNumber: sums.firstRefundNumber,
    lastRefundNumber: sums.lastRefundNumber,
    missing: [],
    unused: [],
    figures: {
      ...figuresOf(
        {
          initialAmountCents: left(
            whole.initialAmountCents,
            ofTills.map((each) => each.initialAmountCents),
          ),
          finalAmountCents: null,
          differenceCents: whole.statedDifferenceCents ?? null,
        },
        sums,
        open,
      ),
      finalAmountCents:
        finalAmountCents === null
          ? null
          : Number(
              left(
                finalAmountCents,
                ofTills.map((each) => each.finalAmountCents),
              ),
            ),
      differenceCents:
        differenceCents === null
          ? null
          : left(
              differenceCents,
              ofTills.map((each) => each.differenceCents),
            ),
    },
  }
}

/** Attempts in a row, each with the part as it is by then. */
const attempts = 20

/**
 * Freezes the open part of a till for a Z in progress, and begins the next; does nothing
 * if nothing happened since the last and its drawer `holdsCash` neither at the beginning nor
 * counted. Throws `shiftClosing` if sales always come between,
 * and VersionConflict if the Z is made by now.
 */
export async function freezePart(
  { till }: Pick<TillPart, 'till'>,
  zNumber: number,
  nowMs: number,
  holdsCash: boolean,
): Promise<void> {
  for (let attempt = 0; attempt < attempts; attempt += 1) {
    const day = await read<TillDay>(tillDayKey(till.id))
    if (!day || (isEmpty(day) && !holdsCash)) return
    if (await isFrozen(till, day, zNumber, nowMs)) return
  }
  throw new Failure('shiftClosing')
}

/** Nothing was sold, given back or moved; tickets and counts are sums. */
const isEmpty = (day: TillDay) =>
  hasNoSums(day) && day.firstNumber === undefined && day.firstRefundNumber === undefined

class PartChanged extends Error {}

async function isFrozen(
  till: TillPart['till'],
  day: TillDay,
  zNumber: number,
  nowMs: number,
): Promise<boolean> {
  const { id, name, series, place } = till
  const { totalSalesCents, totalRefundsCents } = figuresOf(
    { initialAmountCents: 0, finalAmountCents: null, differenceCents: null },
    daySums(day),
    nothingOpen,
  )
  const perpetualSalesCents = sumOf([perpetual(day.perpetualSalesCents), totalSalesCents])
  const perpetualRefundsCents = sumOf([
    perpetual(day.perpetualRefundsCents),
    totalRefundsCents,
  ])
  const to = isoSeconds(nowMs)
  const { late } = await readLate(till, day)
  const part: PartRecord = {
    ...partKey(zNumber, till),
    till: { id, name, series, place },
    number: openPart(day),
    zNumber,
    from: typeof day.frozenAt === 'string' ? day.frozenAt : null,
    to,
    perpetualSalesCents,
    perpetualRefundsCents,
    day,
    ...(late && { late }),
  }
  try {
    await transact([
      update(
        openShiftKey,
        { add: { frozen: 1 }, when: '#closing = :zNumber', values: { zNumber } },
        versionConflict,
      ),
      insert(part, () => new PartIsThere()),
      replace(
        {
          ...emptiedPart(day),
          frozenAt: to,
          perpetualSalesCents,
          perpetualRefundsCents,
        },
        { when: '#changes = :seen', values: { seen: day.changes } },
        () => new PartChanged(),
      ),
    ])
    return true
  } catch (error) {
    // Another close of the same shift has frozen it
    if (error instanceof PartIsThere) return true
    if (error instanceof PartChanged) return false
    throw error
  }
}

class PartIsThere extends Error {}

const perpetual = (sum: unknown) => (sum ?? 0) as number | bigint

/** A till's day without sums, at the beginning of its next part. */
export function emptiedPart(day: TillDay): TillDay {
  const { pk, sk, changes, lastNumber, numbersVersion, missing, lastTicketMs } = day
  const { isStopped, lastSellerId, mustHandIn, handedIn } = day
  const kept = {
    lastNumber,
    numbersVersion,
    missing,
    lastTicketMs,
    isStopped,
    lastSellerId,
    mustHandIn,
    handedIn,
  }
  return {
    pk,
    sk,
    ...Object.fromEntries(
      Object.entries(kept).filter(([, value]) => value !== undefined),
    ),
    parts: openPart(day),
    changes: changes + 1,
  }
}

/** Returns the number of parts that were frozen for the Z in progress. */
export const frozenParts = async () => (await read<OpenShift>(openShiftKey))?.frozen ?? 0
