import * as z from 'zod'
import { Failure } from '../failure.ts'
import type { Days } from '../sales/orders.ts'
import { readDay } from '../time/day.ts'

const parameter = z.string().optional()

/** The filters as sent. `readReportFilter` checks them, each with a failure of its own. */
export const ReportFilterInput = z.object({
  period: parameter.describe(
    '`week`, `month` or `year` until today; days are then ignored',
  ),
  startDate: parameter.describe('First day, `YYYY-MM-DD`; with endDate'),
  endDate: parameter.describe('Last day, `YYYY-MM-DD`; with startDate'),
  productName: parameter.describe('A part of the name, in any case'),
  userId: parameter,
  paymentMethod: parameter.describe('Name of a method, in any case'),
})
export type ReportFilterInput = z.output<typeof ReportFilterInput>

/** Which sales a report covers. */
export type ReportFilter = {
  readonly days: Days
  /** A part of the product's name, in lower case. */
  readonly productName: string | undefined
  readonly userId: string | undefined
  /** The payment method's name, in lower case. */
  readonly paymentMethod: string | undefined
}

/**
 * Reads the filters of a report. Throws `malformedDay`, `oneSidedDays`, `reversedDays`,
 * `invalidPeriod`.
 */
export const readReportFilter = (
  query: ReportFilterInput,
  nowMs: number,
): ReportFilter => ({
  days: query.period === undefined ? givenDays(query) : daysUpTo(nowMs, query.period),
  productName: query.productName?.toLowerCase(),
  userId: query.userId,
  paymentMethod: query.paymentMethod?.trim().toLowerCase(),
})

/** The days of a query. Throws `malformedDay`, `oneSidedDays`, `reversedDays`. */
export function givenDays({
  startDate,
  endDate,
}: Pick<ReportFilterInput, 'startDate' | 'endDate'>): Days {
  const from = readDay('startDate', startDate)
  const to = readDay('endDate', endDate)
  if (from && !to) throw oneSided('startDate', 'endDate')
  if (to && !from) throw oneSided('endDate', 'startDate')
  if (from && to && from > to) throw new Failure('reversedDays')
  return { from, to }
}

const oneSided = (given: string, missing: string) =>
  new Failure('oneSidedDays', { given, missing })

const dayMs = 24 * 60 * 60_000

/** The UTC day of a moment, as YYYY-MM-DD. */
export const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10)

/** The days of the current week, month or year until today, in UTC. */
export function daysUpTo(nowMs: number, period: string): Days {
  const to = dayOf(nowMs)
  switch (period) {
    case 'week': {
      const daysSinceMonday = (new Date(nowMs).getUTCDay() + 6) % 7
      return { from: dayOf(nowMs - daysSinceMonday * dayMs), to }
    }
    case 'month':
      return { from: `${to.slice(0, 7)}-01`, to }
    case 'year':
      return { from: `${to.slice(0, 4)}-01-01`, to }
    default:
      throw new Failure('invalidPeriod', { value: period })
  }
}
