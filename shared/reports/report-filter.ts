import * as z from 'zod'
import { Failure } from '../failure.ts'
import { readDay } from '../time/day.ts'
import { type Days, daysUpTo, type Period, periodOf } from '../time/days.ts'
import { fixedOffset, type Timezone } from '../time/zone.ts'

const parameter = z.string().optional()

/** The filters as sent. `readReportFilter` checks them, each with a failure of its own. */
export const ReportFilterInput = z.object({
  period: parameter.describe(
    '`day`, `week`, `month` or `year` until today; days are then ignored',
  ),
  utcOffsetMinutes: parameter.describe(
    'How far the days are ahead of UTC, in minutes; ignored where the shop has a time zone',
  ),
  startDate: parameter.describe('First day of the shop, `YYYY-MM-DD`; with endDate'),
  endDate: parameter.describe('Last day of the shop, `YYYY-MM-DD`; with startDate'),
  productName: parameter.describe('A part of the name, in any case'),
  userId: parameter.describe('Id of the user who took the order'),
  paymentMethod: parameter.describe('Name of a method, in any case'),
})
export type ReportFilterInput = z.output<typeof ReportFilterInput>

/** Which sales a report covers. */
export type ReportFilter = {
  readonly period: Period
  /** A part of the product's name, in lower case. */
  readonly productName: string | undefined
  readonly userId: string | undefined
  /** The payment method's name, in lower case. */
  readonly paymentMethod: string | undefined
}

/**
 * Reads the filters of a report in a shop's time zone. Throws `malformedDay`,
 * `oneSidedDays`, `reversedDays`, `invalidPeriod`.
 */
export const readReportFilter = (
  query: ReportFilterInput,
  { nowMs, timezone }: { readonly nowMs: number; readonly timezone: Timezone },
): ReportFilter => ({
  period: periodOf(
    query.period === undefined
      ? givenDays(query)
      : daysUpTo(nowMs, readPeriodName(query.period), timezone),
    timezone,
  ),
  productName: query.productName?.toLowerCase(),
  userId: query.userId,
  paymentMethod: query.paymentMethod?.trim().toLowerCase(),
})

/**
 * The time zone of a report: the shop's, else the offset that the query names. Throws
 * `invalidFilter`.
 */
export function timezoneOf(
  { utcOffsetMinutes: value }: Pick<ReportFilterInput, 'utcOffsetMinutes'>,
  timezone: Timezone,
): Timezone {
  if (timezone !== null || value === undefined) return timezone
  const minutes = /^[+-]?\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (!(Math.abs(minutes) <= farthestMinutes)) {
    throw new Failure('invalidFilter', { name: 'utcOffsetMinutes', value })
  }
  return fixedOffset(minutes)
}

/** No zone is farther from UTC. */
const farthestMinutes = 14 * 60

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

const periodNames = ['day', 'week', 'month', 'year'] as const

/** Throws `invalidPeriod`. */
export function readPeriodName(value: string) {
  const name = periodNames.find((each) => each === value)
  if (!name) throw new Failure('invalidPeriod', { value })
  return name
}
