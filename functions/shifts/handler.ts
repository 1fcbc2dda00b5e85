import {
  readReportDays,
  reportTimeOf,
} from '../../shared/back-office/reports/report-filter.ts'
import { shiftsReport } from '../../shared/back-office/reports/shifts-report.ts'
import { Failure, required } from '../../shared/failure.ts'
import type { Caller } from '../../shared/people/auth/tokens.ts'
import { holds } from '../../shared/people/staff/permissions.ts'
import { settings } from '../../shared/platform/deployment/settings.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { fromCents } from '../../shared/platform/money/decimal.ts'
import { drawerBetweenShifts } from '../../shared/selling/shifts/drawer.ts'
import type { CashMovementInput } from '../../shared/selling/shifts/shift.ts'
import {
  allShifts,
  findOpenShift,
  findShift,
  type Shift,
} from '../../shared/selling/shifts/shift-records.ts'
import * as shifts from '../../shared/selling/shifts/shifts.ts'
import {
  cashMovementsOf,
  createCashMovement,
  lastSellerAt,
} from '../../shared/selling/shifts/shifts.ts'
import {
  findZReport,
  latestZReports,
  shiftBreakdown,
  tillBreakdown,
  zReportOnWire,
} from '../../shared/selling/shifts/z-reports.ts'
import { inShopTime } from '../../shared/selling/shop-config/shop-time.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  list: async ({ page }) => (await allShifts(page)).map(withAmounts),

  open: async ({ query: { user_id: userId } }) => {
    const shift = await findOpenShift()
    const shown = shift && (userId === undefined || userId === shift.userId)
    return shown ? withAmounts(shift) : alternative('none')
  },

  drawer: async ({ caller: { permissions } }) =>
    (await drawerBetweenShifts(holds(permissions, 'shifts_report_read'))) ??
    alternative('open'),

  zReports: async ({ page }) =>
    Promise.all((await latestZReports(page)).map(zReportOnWire)),

  one: async ({ params }) => withAmounts(required(await findShift(params.id))),

  create: ({ body }) => shifts.createShift(body),

  update: async ({ params: { id }, body, caller, request: { nowMs } }) => {
    await shifts.changeShift(id, body, { nowMs, userId: caller.userId })
    return { id }
  },

  close: ({ params, body, caller, request: { nowMs } }) =>
    shifts.closeShift(params.id, body, { nowMs, userId: caller.userId }),

  remove: ({ params }) => shifts.softDeleteShift(params.id),

  report: ({ query, request: { nowMs } }) =>
    inShopTime(async (ofShop) => {
      const time = reportTimeOf(query, ofShop)
      return shiftsReport(readReportDays(query, { nowMs, ...time }), time)
    }),

  breakdown: async ({ params: { id }, query: { tillId }, request: { nowMs } }) =>
    settings.tills() && tillId !== undefined
      ? alternative('ofTill', await tillBreakdown(id, nowMs, tillId))
      : shiftBreakdown(id, nowMs),

  zReport: async ({ params }) => zReportOnWire(await findZReport(params.id)),

  cash: async ({ params, page }) =>
    (await cashMovementsOf(params.id, page)).map(({ amountCents, ...movement }) => ({
      ...movement,
      amount: fromCents(amountCents),
    })),

  moveCash: async ({ params, body, caller, till, request: { nowMs } }) => {
    const { tillId, toTillId, ...movement } = body
    const by = { nowMs, userId: caller.userId }
    if (!settings.tills()) return createCashMovement(params.id, movement, by)
    await requireMayMove({ tillId, toTillId }, caller, till?.id)
    return createCashMovement(params.id, body, by)
  },
})

/**
 * Demands the right to read reports, except for a till's own drawer. Without that right,
 * a move to another drawer needs an approval by the user who sold there last. Throws
 * `permissionRequired`.
 */
async function requireMayMove(
  { tillId, toTillId }: Pick<CashMovementInput, 'tillId' | 'toTillId'>,
  { permissions, approval }: Caller,
  ownTillId: string | undefined,
): Promise<void> {
  if (holds(permissions, 'shifts_report_read')) return
  const isOwn = tillId === undefined || tillId === ownTillId
  const isAgreed =
    toTillId === undefined ||
    (approval?.permission === 'orders_create' &&
      approval.approverId === (await lastSellerAt(toTillId)))
  if (!isOwn || !isAgreed) throw new Failure('permissionRequired')
}

const withAmounts = (shift: Shift) => ({
  ...shift,
  initialAmount: fromCents(shift.initialAmountCents),
  finalAmount: closing(shift, shift.finalAmountCents),
  difference: closing(shift, shift.differenceCents),
})

/** The closing amounts of a shift are shown only while it is closed. */
const closing = ({ endTime }: Shift, cents: number | null) =>
  endTime === null || cents === null ? null : fromCents(cents)
