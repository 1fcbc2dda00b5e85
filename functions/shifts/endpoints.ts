import * as z from 'zod'
import { ShiftReport, ShiftReportInput } from '../../shared/back-office/reports/report.ts'
import {
  del,
  get,
  group,
  permission,
  post,
  put,
} from '../../shared/platform/http/endpoint.ts'
import { bare, message } from '../../shared/platform/http/problem.ts'
import {
  created,
  json,
  list,
  noContent,
  updated,
} from '../../shared/platform/http/reply.ts'
import { Breakdown, TillBreakdown } from '../../shared/selling/shifts/breakdown.ts'
import {
  CashMovement,
  CashMovementInput,
  ClosingAmounts,
  Drawer,
  Shift,
  ShiftInput,
  WithDrawers,
  ZReport,
} from '../../shared/selling/shifts/shift.ts'

const notFound = bare(404, 'Shift not found')
const notOpen = bare(404, 'Shift not found or already closed')

/** Staff shifts. At most one is open. */
export const endpoints = group('shifts', ['table', 'token-key'], {
  list: get('/shifts', {
    summary: 'Lists shifts',
    access: permission('shifts_read'),
    reply: list(Shift, 'No shifts found'),
  }),
  open: get('/shifts/open', {
    summary: 'Gets the open shift',
    access: permission('shifts_read'),
    query: z.object({
      user_id: z.string().optional().describe('Shows the shift of this user only'),
    }),
    reply: json(Shift),
    alternatives: { none: noContent },
  }),
  drawer: get('/shifts/drawer', {
    summary: 'Gets the cash in the drawer while no shift is open',
    access: permission('shifts_read'),
    reply: json(Drawer),
    alternatives: { open: noContent },
  }),
  zReports: get('/shifts/z-reports', {
    summary: 'Lists Z reports, newest first',
    access: permission('shifts_report_read'),
    reply: list(ZReport),
  }),
  one: get('/shifts/{id}', {
    summary: 'Gets a shift',
    access: permission('shifts_read'),
    reply: json(Shift),
    problems: { notFound: notFound },
  }),
  create: post('/shifts', {
    summary: 'Opens a shift',
    access: permission('shifts_create'),
    audit: ['shift', 'z-report'],
    body: ShiftInput.and(WithDrawers),
    reply: created('Shift added successfully'),
    problems: { userNotFound: bare(400, 'Failed to add shift') },
    failures: ['shiftAlreadyOpen', 'invalid'],
  }),
  update: put('/shifts/{id}', {
    summary: 'Changes a shift',
    access: permission('shifts_create', 'shifts_update'),
    audit: ['shift', 'z-report'],
    body: ShiftInput.and(ClosingAmounts).and(WithDrawers),
    reply: updated('Shift updated successfully'),
    problems: { notFound: bare(404, 'Shift with ID: {id} not found') },
    failures: ['userNotFound', 'shiftAlreadyOpen', 'shiftClosing'],
  }),
  close: post('/shifts/{id}/close', {
    summary: 'Closes the open shift and makes its Z report',
    access: permission('shifts_create'),
    audit: ['z-report'],
    body: ClosingAmounts.and(WithDrawers).prefault({}),
    reply: updated('Shift closed successfully'),
    problems: { notFound: notOpen },
    failures: ['shiftClosing'],
  }),
  remove: del('/shifts/{id}', {
    summary: 'Deletes a shift',
    access: permission('shifts_delete'),
    audit: ['shift', 'z-report'],
    reply: noContent,
    problems: { notFound: notFound },
    failures: ['shiftClosing'],
  }),
  report: get('/shifts/report', {
    summary: 'Reports shifts and their sums',
    access: permission('shifts_report_read'),
    query: ShiftReportInput,
    reply: json(ShiftReport),
    problems: {
      reversedDays: message(400, 'startDate cannot be after endDate'),
      invalidPeriod: message(
        400,
        'Invalid period: {value}. Must be day, week, month, or year',
      ),
    },
    failures: ['malformedDay', 'oneSidedDays', 'invalidFilter'],
  }),
  breakdown: get('/shifts/{id}/breakdown', {
    summary:
      'Gets the sums of a shift: running ones while it is open, else those of its Z',
    access: permission('shifts_report_read'),
    query: z.object({
      tillId: z.string().optional().describe('The sums of this till alone: its X'),
    }),
    reply: json(Breakdown),
    alternatives: { ofTill: json(TillBreakdown) },
    problems: { notFound },
  }),
  zReport: get('/shifts/{id}/z-report', {
    summary: 'Gets the last Z report of a shift',
    access: permission('shifts_report_read'),
    reply: json(ZReport),
    problems: { notFound },
    failures: ['noZReport'],
  }),
  cash: get('/shifts/{id}/cash', {
    summary: 'Lists the cash movements of a shift',
    access: permission('shifts_read'),
    reply: list(CashMovement),
    problems: { notFound },
  }),
  moveCash: post('/shifts/{id}/cash', {
    summary: 'Puts cash into the drawer of the open shift, or takes it out',
    access: permission('shifts_create'),
    till: 'lives',
    mayNeedTwo: true,
    audit: ['cash'],
    body: CashMovementInput,
    reply: created('Cash movement added successfully'),
    problems: { notFound: notOpen },
    failures: ['currencyDiffers', 'invalid'],
  }),
})
