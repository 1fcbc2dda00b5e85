import { allTills } from '../../people/tills/till-records.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { read } from '../../platform/dynamodb/read.ts'
import { readTogether } from '../../platform/dynamodb/transact.ts'
import { type DayRecord, dayRecordKey, daySums } from '../sales/day-record.ts'
import { majorUnitsOf, majorUnitsOrNull } from './breakdown.ts'
import { figuresOf, nothingOpen } from './figures.ts'
import { openParts, rowsOf, wholeDay } from './parts.ts'
import {
  type DrawerCents,
  findKeptShift,
  type OpenShift,
  openShiftKey,
} from './shift-records.ts'
import { countedAgain, findZReports } from './z-reports.ts'

/**
 * Returns the cash in the drawer while no shift is open: the last close's count, and the
 * cash since. Undefined while a shift is open: the person who counts at its close must
 * not know the result. Nor may that person learn it by deleting the shift: then only
 * readers of reports see the cash since, until the next Z.
 */
export async function drawerBetweenShifts(mayReadReports: boolean) {
  const [open, day] = await readTogether<[OpenShift, DayRecord]>([
    openShiftKey,
    dayRecordKey,
  ])
  if (open) return undefined
  const whole = await drawerOf(day)
  const isHidden = day?.isUncounted === true && !mayReadReports
  const onWire = ({ countedCents, sinceCents }: Cash) => ({
    counted: majorUnitsOrNull(countedCents),
    cashSince: isHidden ? null : majorUnitsOf(sinceCents),
  })
  const drawers = settings.tills() ? await drawersOf(whole) : undefined
  return {
    ...onWire(whole),
    ...(drawers && {
      byTill: drawers.map(({ tillId, ...cash }) => ({ tillId, ...onWire(cash) })),
    }),
  }
}

/** Cash counted at the last close, null for none, and received since, in cents. */
type Cash = {
  readonly countedCents: number | null
  readonly sinceCents: number | bigint
}

/** The cash by drawer: the shop's own has what the tills leave of the whole. */
async function drawersOf({ parts, countedAtTills, ...whole }: WholeDrawer) {
  const rows = rowsOf(parts, { begun: [], counted: [] })
  const sinceOf = (id: string) =>
    rows.find(({ tillId }) => tillId === id)?.figures.expectedTotalCents ?? 0
  const countedOf = (id: string) =>
    countedAtTills.find(({ tillId }) => tillId === id)?.amountCents ?? 0
  const tills = (await allTills()).map(({ id }) => ({
    tillId: id,
    countedCents: whole.countedCents === null ? null : countedOf(id),
    sinceCents: sinceOf(id),
  }))
  const own = {
    tillId: null,
    countedCents:
      whole.countedCents === null
        ? null
        : tills.reduce(
            (left, till) => left - (till.countedCents ?? 0),
            whole.countedCents,
          ),
    sinceCents: tills.reduce(
      (left, till) => left - BigInt(till.sinceCents),
      BigInt(whole.sinceCents),
    ),
  }
  return [own, ...tills]
}

/** The drawer of a shop that begins a shift, as the audit trail keeps it. */
export async function drawerAtOpening() {
  const { countedCents, sinceCents } = await drawerOf(await read<DayRecord>(dayRecordKey))
  return { lastCountedCents: countedCents, cashSinceCents: Number(sinceCents) }
}

/**
 * Returns the cash that the last close counted, corrections included, and the cash since
 * then: in all drawers.
 */
async function drawerOf(day: DayRecord | undefined) {
  const parts = await openParts()
  const whole = wholeDay(day, parts)
  const [last] = day?.lastZNumber ? await findZReports([day.lastZNumber]) : []
  const shift = last && (await findKeptShift(last.shiftId))
  const corrected = shift && countedAgain(shift).finalAmountCents
  const empty = { initialAmountCents: 0, finalAmountCents: null, differenceCents: null }
  return {
    countedCents: corrected ?? last?.figures.finalAmountCents ?? null,
    sinceCents: figuresOf(empty, daySums(whole), nothingOpen).expectedTotalCents,
    parts,
    countedAtTills: (last?.tills?.drawers.counted ?? []) satisfies readonly DrawerCents[],
  }
}

type WholeDrawer = Awaited<ReturnType<typeof drawerOf>>
