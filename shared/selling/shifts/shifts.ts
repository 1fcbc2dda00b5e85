import type * as z from 'zod'
import { Failure, isFailure } from '../../failure.ts'
import { newId, sortableId } from '../../ids.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import { allTills, tillDayKey } from '../../people/tills/till-records.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { type Item, idInKey } from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { read, readAll, readMany } from '../../platform/dynamodb/read.ts'
import { softDelete } from '../../platform/dynamodb/soft-delete.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import {
  conditionCheck,
  insert,
  type OnConditionFailed,
  type Write,
  type Writes,
} from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import {
  type DayRecord,
  dayRecordKey,
  daySums,
  nextZNumber,
  upsertDayIn,
  upsertPartIn,
  upsertUncountedDay,
} from '../sales/day-record.ts'
import { DayChanged, freezeDay } from '../sales/ticket-numbers.ts'
import { openPart, type TillDay, upsertOwnBeside } from '../sales/till-day.ts'
import {
  type BaseCurrency,
  baseCurrencyKey,
  baseCurrencyOf,
  configKey,
  findBaseCurrency,
  type ShopConfig,
} from '../shop-config/config.ts'
import { soldShop } from '../shop-config/sold-shop.ts'
import { majorUnitsOf, majorUnitsOrNull } from './breakdown.ts'
import { drawerAtOpening } from './drawer.ts'
import { figuresOf, nothingOpen, type TillRow } from './figures.ts'
import {
  freezePart,
  frozenParts,
  holdsCash,
  openParts,
  ownRow,
  type PartRecord,
  partsOfZ,
  rowsOf,
  wholeDay,
} from './parts.ts'
import type * as wire from './shift.ts'
import {
  type ClosingAmount,
  checkNoneOpen,
  checkShiftOpen,
  type DrawerCents,
  deleteClosing,
  deleteOpenShift,
  findShift,
  insertOpenShift,
  type OpenShift,
  openShiftKey,
  requireShift,
  type Shift,
  type ShiftClosing,
  shiftKey,
  updateClosing,
} from './shift-records.ts'
import {
  begunAfter,
  begunDrawers,
  countedAgain,
  nextZReport,
  readOpen,
  type ZReportRecord,
} from './z-reports.ts'

const notFound = () => new Failure('notFound')

/**
 * Creates a shift, for POST /shifts. It is open unless it has an endTime. Throws
 * `userNotFound`, `shiftAlreadyOpen`.
 */
export async function createShift({
  drawers: given,
  ...input
}: wire.ShiftInput & wire.WithDrawers) {
  await finishOrLeave()
  const id = newId()
  const { endTime = null, initialAmountCents = 0 } = input
  const drawers = await checkedDrawers(given, initialAmountCents)
  const shift: Shift = {
    ...shiftKey(id),
    ...input,
    ...(drawers && { drawers }),
    id,
    endTime,
    initialAmountCents,
    finalAmountCents: null,
    differenceCents: null,
    version: 1,
  }
  return transactAndRespond(
    [
      insert(shift),
      checkUserExists(input.userId),
      endTime === null ? insertOpenShift(id) : checkNoneOpen(),
      insertShiftAudit(shift, false, endTime === null ? await drawerAtOpening() : {}),
    ],
    { id },
  )
}

/**
 * Changes a shift, for PUT /shifts/{id}. Its endTime may close or reopen it; closing makes
 * a Z. Throws `notFound`, `userNotFound`, `shiftAlreadyOpen`.
 */
export const changeShift = (
  id: string,
  { drawers, ...input }: wire.ShiftInput & wire.ClosingAmounts & wire.WithDrawers,
  by: Request,
) =>
  retryOnConflict(async () => {
    const current = await finished(await requireShift(id))
    const { endTime = current.endTime } = input
    const checks = [
      checkUserExists(input.userId),
      ...insertChangeAudit(aboutShift(current), current, input),
    ]
    if (current.endTime === null && endTime !== null) {
      return closeDay(current, {
        changes: input,
        drawers,
        writes: checks,
        onOtherOpen: versionConflict,
        by,
      })
    }
    const reopens = current.endTime !== null && endTime === null
    const earlier = reopens ? closingAmounts : current.amountsOfEarlierClose
    await transact([
      updateUnchanged(current, ['version'], {
        set: { ...input, ...countedAnew(earlier, input) },
        add: { version: 1 },
      }),
      ...checks,
      reopens && insertOpenShift(id),
    ])
  })

/**
 * Closes the open shift now and makes its Z, for POST /shifts/{id}/close. Throws `notFound`
 * when another shift is open or none.
 */
export const closeShift = (
  id: string,
  { drawers, ...amounts }: wire.ClosingAmounts & wire.WithDrawers,
  by: Request,
) =>
  retryOnConflict(async () => {
    const current = await requireShift(id)
    if (current.endTime !== null) throw notFound()
    if (current.closing) {
      await finished(current)
      return { id }
    }
    await closeDay(current, {
      changes: { ...amounts, endTime: String(by.nowMs) },
      drawers,
      writes: [],
      onOtherOpen: notFound,
      by,
    })
    return { id }
  })

/**
 * Deletes a shift, for DELETE /shifts/{id}. After the open one is deleted another can be
 * opened. Throws `notFound`.
 */
export const softDeleteShift = (id: string) =>
  retryOnConflict(async () => {
    const current = await finished(await requireShift(id))
    await transact([
      ...softDelete(current, 'SHIFT', ['version']),
      insertShiftAudit(current, true),
      current.endTime === null && deleteOpenShift(id, versionConflict),
      current.endTime === null && upsertUncountedDay(),
    ])
  })

const checkUserExists = (id: string): Write =>
  conditionCheck(userKey(id), {}, () => new Failure('userNotFound'))

const aboutShift = ({ id, shiftDate }: Shift) => ({
  kind: 'shift' as const,
  subject: { id, name: shiftDate },
})

/**
 * Logs a shift that begins, or that is deleted. The entry of an opening has the cash that the
 * drawer should have held: cash that went missing between two shifts shows nowhere else.
 */
function insertShiftAudit(shift: Shift, isDeleted: boolean, drawer: object = {}): Write {
  const { shiftDate, startTime, endTime, initialAmountCents, finalAmountCents } = shift
  const values = { shiftDate, startTime, endTime, initialAmountCents, finalAmountCents }
  return insertAuditEntry({
    ...aboutShift(shift),
    before: isDeleted ? values : null,
    after: isDeleted ? null : { ...values, ...drawer },
  })
}

const closingAmounts = ['finalAmountCents', 'differenceCents'] as const

/**
 * Lists the closing amounts that are left from an earlier close: a change renews those
 * that it gives.
 */
const countedAnew = (
  earlier: readonly ClosingAmount[] = [],
  given: Partial<wire.ClosingAmounts>,
) => ({ amountsOfEarlierClose: earlier.filter((name) => given[name] === undefined) })

/** Time and user of a requested change. */
export type Request = { readonly nowMs: number; readonly userId: string }

type DayClosing = {
  readonly changes: Partial<wire.ShiftInput & wire.ClosingAmounts>
  /** Cash counted in the drawers of tills. */
  readonly drawers?: readonly DrawerCents[] | undefined
  readonly writes: readonly Write[]
  /** The error where another shift is open, or none. */
  readonly onOtherOpen: OnConditionFailed
  readonly by: Request
}

/**
 * Closes an open shift: freezes the day as its Z and empties it in the same transaction; in a shop
 * with tills part by part, the shop's own last. Throws VersionConflict when the shift was changed
 * since it was read, and `shiftClosing`.
 */
export async function closeDay(
  current: Shift,
  { changes, drawers, writes, onOtherOpen, by }: DayClosing,
) {
  const anew = countedAnew(current.amountsOfEarlierClose, changes)
  const given = Object.fromEntries(
    Object.entries({ ...changes, ...anew }).filter(([, value]) => value !== undefined),
  )
  const counted = await checkedDrawers(drawers, changes.finalAmountCents ?? null)
  const commit = (all: Writes) => transactAndRespond(all, { id: current.id })
  const tills = await openParts()
  if (tills.length === 0) {
    const open = [deleteOpenShift(current.id, onOtherOpen), ...writes]
    return freezeOwn(current, { given, by, writes: open, commit })
  }
  const day = await read<DayRecord>(dayRecordKey)
  if (counted) {
    const begun = await begunDrawers(current, day)
    const rows = rowsOf(tills, { begun, counted })
    const whole = figuresOf(
      { ...(await begunAfter(countedAgain(current), day)), finalAmountCents: null },
      daySums(wholeDay(day, tills)),
      nothingOpen,
    )
    refuseUncounted([...rows, ownRow(day, whole, rows, nothingOpen)], counted)
  }
  const closing: ShiftClosing = {
    zNumber: nextZNumber(day),
    userId: by.userId,
    atMs: by.nowMs,
    changes: given,
    drawers: counted ?? [],
  }
  // A restore of the table may have left parts of it
  const frozen = (await partsOfZ(closing.zNumber)).length
  await transact([
    updateClosing(current.id, closing.zNumber, frozen, onOtherOpen),
    updateUnchanged(current, ['version'], { set: { closing }, add: { version: 1 } }),
    ...writes,
  ])
  await finishClose({ ...current, closing, version: current.version + 1 }, commit)
}

/** Commits the Z; with its answer where the request is the close itself. */
type Commit = (writes: Writes) => Promise<unknown>

/** Freezes the remaining tills and the day of a begun close, and makes its Z. */
async function finishClose(current: Shift, commit: Commit): Promise<void> {
  const { closing } = current
  if (!closing) return
  const { zNumber, userId, atMs } = closing
  const [open, known, day] = await Promise.all([
    openParts(),
    partsOfZ(zNumber),
    read<DayRecord>(dayRecordKey),
  ])
  const drawers = { begun: await begunDrawers(current, day), counted: closing.drawers }
  for (const part of open) {
    if (known.some(({ till }) => till.id === part.till.id)) continue
    await freezePart(part, zNumber, Date.now(), holdsCash(drawers, part.till.id))
  }
  const frozen = await frozenParts()
  const parts = await partsOfZ(zNumber)
  if (frozen !== parts.length) throw versionConflict()
  await freezeOwn(current, {
    given: closing.changes,
    by: { nowMs: atMs, userId },
    writes: [deleteClosing(current.id, zNumber, frozen)],
    parts,
    counted: closing.drawers,
    commit,
  })
}

/**
 * Finishes a shift whose close was cut off; returns any other as it is. Throws `shiftClosing`.
 */
async function finished(shift: Shift): Promise<Shift> {
  if (!shift.closing) return shift
  try {
    await finishClose(shift, transact)
  } catch (error) {
    throw error instanceof DayChanged ? new Failure('shiftClosing') : error
  }
  return requireShift(shift.id)
}

/** Finishes a close that was cut off, if there is one. */
export const finishLeftClose = (): Promise<void> =>
  retryOnConflict(async () => {
    if (!settings.tills()) return
    const open = await read<OpenShift>(openShiftKey)
    const shift = open?.closing === undefined ? undefined : await findShift(open.shiftId)
    if (shift) await finished(shift)
  })

/** Throws `shiftClosing` during a close, whose frozen parts belong to no Z yet. */
export async function refuseWhileClosing(): Promise<void> {
  const open = settings.tills() ? await read<OpenShift>(openShiftKey) : undefined
  if (open?.closing !== undefined) throw new Failure('shiftClosing')
}

/** Finishes it before a shift is opened: a close that cannot be finished blocks the opening. */
async function finishOrLeave(): Promise<void> {
  try {
    await finishLeftClose()
  } catch (error) {
    throw isFailure(error, 'shiftClosing', 'conflict')
      ? new Failure('shiftAlreadyOpen')
      : error
  }
}

type OwnPart = {
  /** New values of the shift. */
  readonly given: Readonly<Record<string, unknown>>
  readonly by: Request
  readonly writes: readonly Write[]
  readonly commit: Commit
  /** In a shop with tills: their frozen parts, and the cash counted in their drawers. */
  readonly parts?: readonly PartRecord[]
  readonly counted?: readonly DrawerCents[]
}

/** Freezes the shop's own day and makes the Z, the sum of it and of the tills' parts. */
async function freezeOwn(
  current: Shift,
  { given, by, writes, commit, parts, counted = [] }: OwnPart,
): Promise<void> {
  const [user, config, base] = await readMany<[User, ShopConfig, BaseCurrency]>([
    userKey(by.userId),
    configKey,
    baseCurrencyKey,
  ])
  const closing = {
    ...by,
    userName: user?.name ?? null,
    shop: soldShop(config),
    currency: baseCurrencyOf(base).acronym,
  }
  const closed: Shift = { ...current, ...given }
  await freezeDay(async (day, emptied) => {
    // After the day: the outcome of a payment in between is added to it, and this fails
    const open = await readOpen(by.nowMs)
    const begun = await begunAfter(countedAgain(closed), day)
    const tills = parts && {
      parts,
      drawers: { begun: await begunDrawers(current, day), counted },
    }
    const report = nextZReport(day, begun, closing, open, tills)
    await commit([
      ...writes,
      updateUnchanged(current, ['version'], {
        set: {
          ...given,
          zNumbers: [...(current.zNumbers ?? []), report.number],
        },
        add: { version: 1 },
        remove: current.closing ? ['closing'] : [],
      }),
      insert(report),
      insertZAudit(by.userId, report),
      emptied,
    ])
  })
}

/**
 * Drawers of tills that there are, each once, which add up to the amount of the whole. Throws
 * `invalid`.
 */
async function checkedDrawers(
  drawers: readonly DrawerCents[] | undefined,
  wholeCents: number | null,
): Promise<readonly DrawerCents[] | undefined> {
  if (!drawers || !settings.tills()) return undefined
  const known = new Set<string | null>([null, ...(await allTills()).map(({ id }) => id)])
  const ids = drawers.map(({ tillId }) => tillId)
  if (new Set(ids).size < ids.length || ids.some((id) => !known.has(id))) {
    throw new Failure('invalid', { fault: 'drawers: are of tills, each once' })
  }
  const sum = drawers.reduce((cents, { amountCents }) => cents + amountCents, 0)
  if (sum !== (wholeCents ?? 0)) {
    throw new Failure('invalid', { fault: 'drawers: do not add up to the amount' })
  }
  return drawers
}

/**
 * Throws `invalid` for a count without a drawer that should hold cash, whose cash would be missing
 * from another one.
 */
function refuseUncounted(rows: readonly TillRow[], counted: readonly DrawerCents[]) {
  const left = rows.find(
    ({ tillId, figures }) =>
      Number(figures.expectedTotalCents) !== 0 &&
      !counted.some((drawer) => drawer.tillId === tillId),
  )
  if (!left) return
  const name =
    left.tillName === null ? "the shop's own drawer" : `the drawer of ${left.tillName}`
  const fault = `drawers: ${name} is not counted`
  throw new Failure('invalid', { fault })
}

/** Enters the close of a shift with its Z report in the audit trail. Amounts as its Z has them. */
export const insertZAudit = (
  userId: string,
  { shiftId, number, figures }: ZReportRecord,
): Write =>
  insertAuditEntry({
    kind: 'z-report',
    userId,
    subject: { id: shiftId, name: `Z ${number}` },
    after: {
      totalSales: majorUnitsOf(figures.totalSalesCents),
      expectedTotal: majorUnitsOf(figures.expectedTotalCents),
      finalAmount: majorUnitsOrNull(figures.finalAmountCents),
      difference: majorUnitsOrNull(figures.differenceCents),
    },
  })

/** A cash movement as it is stored. */
export type CashMovement = Item &
  Readonly<Omit<z.output<typeof wire.CashMovement>, 'amount'>> & {
    readonly amountCents: number
    /** The parts of the tills' days in which it counts. */
    readonly partNumber?: number
    readonly toPartNumber?: number
  }

const movementsOf = (shiftId: string) => `SHIFT-CASH#${idInKey(shiftId)}`

/**
 * Adds a cash movement to the open shift and to the day: of the shop's own drawer or a till's, or
 * from one to another in one step. Throws `notFound` when another shift is open or none,
 * `currencyDiffers`, `invalid`.
 */
export const createCashMovement = (
  shiftId: string,
  { tillId: from, toTillId: to, ...input }: wire.CashMovementInput,
  { nowMs, userId }: { readonly nowMs: number; readonly userId: string },
) =>
  retryOnConflict(async () => {
    const id = newId()
    const { type, amountCents } = input
    if (to !== undefined && (type !== 'out' || (to ?? undefined) === from)) {
      throw new Failure('invalid', {
        fault: 'toTillId: needs type out, and another till',
      })
    }
    const [fromDay, toDay, base] = await Promise.all([
      tillDayOf(from, 'tillId'),
      tillDayOf(to, 'toTillId'),
      findBaseCurrency(),
    ])
    const movement: CashMovement = {
      pk: movementsOf(shiftId),
      sk: sortableId(id),
      id,
      ...input,
      ...(from !== undefined && { tillId: from }),
      ...(to !== undefined && { toTillId: to }),
      ...(fromDay && { partNumber: openPart(fromDay) }),
      ...(toDay && { toPartNumber: openPart(toDay) }),
      userId,
      createdAt: isoSeconds(nowMs),
    }
    const add = (day: TillDay | undefined, isIn: boolean) => {
      const change = isIn ? { cashInCents: amountCents } : { cashOutCents: amountCents }
      const { acronym } = base
      return day ? upsertPartIn(day, acronym, change) : upsertDayIn(acronym, change)
    }
    const isOwn = !fromDay || (to !== undefined && !toDay)
    const unseen = [fromDay, toDay].find((day) => day && day.currency === undefined)
    return transactAndRespond(
      [
        checkShiftOpen(shiftId),
        insert(movement),
        insertAuditEntry({
          kind: 'cash',
          subject: { id: shiftId },
          after: {
            type,
            amountCents,
            reason: input.reason,
            ...(from !== undefined && { tillId: from }),
            ...(to !== undefined && { toTillId: to }),
          },
        }),
        add(fromDay, type === 'in'),
        to !== undefined && add(toDay, true),
        !isOwn && unseen && upsertOwnBeside(unseen, base.acronym),
      ],
      { id },
    )
  })

/** Reads the day of a named till; undefined for the shop's own drawer. Throws `invalid`. */
async function tillDayOf(tillId: string | null | undefined, field: string) {
  if (tillId === undefined || tillId === null) return undefined
  const day = await read<TillDay>(tillDayKey(tillId))
  if (!day) throw new Failure('invalid', { field, fault: `${field}: is not a till` })
  return day
}

/**
 * Returns the user who sold at a till last; undefined for nobody, and for the shop's own
 * drawer.
 */
export const lastSellerAt = async (tillId: string | null) =>
  tillId === null ? undefined : (await read<TillDay>(tillDayKey(tillId)))?.lastSellerId

/** The cash movements of a shift, oldest first. Throws `notFound`. */
export async function cashMovementsOf(shiftId: string, page?: Page) {
  const [movements] = await Promise.all([
    readAll<CashMovement>({ pk: movementsOf(shiftId) }, page),
    requireShift(shiftId),
  ])
  return movements
}
