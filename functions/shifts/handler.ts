import {
  readReportDays,
  reportTimeOf,
} from '../../shared/back-office/reports/report-filter.ts'
import { shiftsReport } from '../../shared/back-office/reports/shifts-report.ts'
import { required } from '../../shared/failure.ts'
import { holds } from '../../shared/people/staff/permissions.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { alternative } from '../../shared/platform/http/reply.ts'
import { fromCents } from '../../shared/platform/money/decimal.ts'
import { drawerBetweenShifts } from '../../shared/selling/shifts/drawer.ts'
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
} from '../../shared/selling/shifts/shifts.ts'
import {
  findZReport,
  latestZReports,
  shiftBreakdown,
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

  zReports: async ({ page }) => (await latestZReports(page)).map(zReportOnWire),

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

  breakdown: ({ params, request }) => shiftBreakdown(params.id, request.nowMs),

  zReport: async ({ params }) => zReportOnWire(await findZReport(params.id)),

  cash: async ({ params, page }) =>
    (await cashMovementsOf(params.id, page)).map(({ amountCents, ...movement }) => ({
      ...movement,
      amount: fromCents(amountCents),
    })),

  moveCash: ({ params, body, caller, request: { nowMs } }) =>
    createCashMovement(params.id, body, { nowMs, userId: caller.userId }),
})

const withAmounts = (shift: Shift) => ({
  ...shift,
  initialAmount: fromCents(shift.initialAmountCents),
  finalAmount: closing(shift, shift.finalAmountCents),
  difference: closing(shift, shift.differenceCents),
})

/** The closing amounts of a shift are shown only while it is closed. */
const closing = ({ endTime }: Shift, cents: number | null) =>
  endTime === null || cents === null ? null : fromCents(cents)
