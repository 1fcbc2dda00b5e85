import type * as z from 'zod'
import { Failure } from '../../failure.ts'
import { newId, sortableId } from '../../ids.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import { type Item, idInKey } from '../../platform/dynamodb/keys.ts'
import {
  retryOnConflict,
  updateUnchanged,
  versionConflict,
} from '../../platform/dynamodb/optimistic-lock.ts'
import type { Page } from '../../platform/dynamodb/page.ts'
import { readAll, readMany } from '../../platform/dynamodb/read.ts'
import { softDelete } from '../../platform/dynamodb/soft-delete.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { conditionCheck, insert, type Write } from '../../platform/dynamodb/write.ts'
import { transactAndRespond } from '../../platform/idempotency/transact-and-respond.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { upsertDayIn, upsertUncountedDay } from '../sales/day-record.ts'
import { freezeDay } from '../sales/ticket-numbers.ts'
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
import type * as wire from './shift.ts'
import {
  type ClosingAmount,
  checkNoneOpen,
  checkShiftOpen,
  deleteOpenShift,
  insertOpenShift,
  requireShift,
  type Shift,
  shiftKey,
} from './shift-records.ts'
import {
  begunAfter,
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
export async function createShift(input: wire.ShiftInput) {
  const id = newId()
  const { endTime = null, initialAmountCents = 0 } = input
  const shift: Shift = {
    ...shiftKey(id),
    ...input,
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
  input: wire.ShiftInput & wire.ClosingAmounts,
  by: Request,
) =>
  retryOnConflict(async () => {
    const current = await requireShift(id)
    const { endTime = current.endTime } = input
    const checks = [
      checkUserExists(input.userId),
      ...insertChangeAudit(aboutShift(current), current, input),
    ]
    if (current.endTime === null && endTime !== null) {
      const writes = [deleteOpenShift(id, versionConflict), ...checks]
      return closeDay(current, { changes: input, writes, response: undefined, by })
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
export const closeShift = (id: string, amounts: wire.ClosingAmounts, by: Request) =>
  retryOnConflict(async () => {
    const current = await requireShift(id)
    if (current.endTime !== null) throw notFound()
    await closeDay(current, {
      changes: { ...amounts, endTime: String(by.nowMs) },
      writes: [deleteOpenShift(id, notFound)],
      response: { id },
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
    const current = await requireShift(id)
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
 * The entry of a shift that begins, or that is deleted. At its opening it has what the drawer
 * should have held: cash that went missing between two shifts shows nowhere else.
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

/** What a change says of the closing amounts of an earlier close: those that it gives are new. */
const countedAnew = (
  earlier: readonly ClosingAmount[] = [],
  given: Partial<wire.ClosingAmounts>,
) => ({ amountsOfEarlierClose: earlier.filter((name) => given[name] === undefined) })

/** Who asks for a change, and when. */
export type Request = { readonly nowMs: number; readonly userId: string }

type DayClosing = {
  readonly changes: Partial<wire.ShiftInput & wire.ClosingAmounts>
  readonly writes: readonly Write[]
  readonly response: unknown
  readonly by: Request
}

/**
 * Closes an open shift: freezes the day as its Z and empties it in the same transaction.
 * Throws VersionConflict when the shift was changed since it was read.
 */
export async function closeDay(
  current: Shift,
  { changes, writes, response, by }: DayClosing,
) {
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
  const anew = countedAnew(current.amountsOfEarlierClose, changes)
  const given = Object.entries({ ...changes, ...anew }).filter(
    ([, value]) => value !== undefined,
  )
  const closed: Shift = { ...current, ...Object.fromEntries(given) }
  await freezeDay(async (day, emptied) => {
    // After the day: what becomes of a payment in between is added to it, and this fails
    const open = await readOpen(by.nowMs)
    const begun = await begunAfter(countedAgain(closed), day)
    const report = nextZReport(day, begun, closing, open)
    await transactAndRespond(
      [
        ...writes,
        updateUnchanged(current, ['version'], {
          set: {
            ...changes,
            ...anew,
            zNumbers: [...(current.zNumbers ?? []), report.number],
          },
          add: { version: 1 },
        }),
        insert(report),
        insertZAudit(by.userId, report),
        emptied,
      ],
      response,
    )
  })
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
  }

const movementsOf = (shiftId: string) => `SHIFT-CASH#${idInKey(shiftId)}`

/**
 * Adds a cash movement to the open shift and to the day. Throws `notFound` when another
 * shift is open or none, `currencyDiffers`.
 */
export async function createCashMovement(
  shiftId: string,
  input: wire.CashMovementInput,
  { nowMs, userId }: { readonly nowMs: number; readonly userId: string },
) {
  const id = newId()
  const movement: CashMovement = {
    pk: movementsOf(shiftId),
    sk: sortableId(id),
    id,
    ...input,
    userId,
    createdAt: isoSeconds(nowMs),
  }
  const { type, amountCents } = input
  return transactAndRespond(
    [
      checkShiftOpen(shiftId),
      insert(movement),
      insertAuditEntry({
        kind: 'cash',
        subject: { id: shiftId },
        after: { type, amountCents, reason: input.reason },
      }),
      upsertDayIn(
        (await findBaseCurrency()).acronym,
        type === 'in' ? { cashInCents: amountCents } : { cashOutCents: amountCents },
      ),
    ],
    { id },
  )
}

/** The cash movements of a shift, oldest first. Throws `notFound`. */
export async function cashMovementsOf(shiftId: string, page?: Page) {
  const [movements] = await Promise.all([
    readAll<CashMovement>({ pk: movementsOf(shiftId) }, page),
    requireShift(shiftId),
  ])
  return movements
}
