import * as z from 'zod'
import { Failure } from '../../failure.ts'
import { settings } from '../../platform/deployment/settings.ts'
import { readDecimal } from '../../platform/money/decimal.ts'
import { readDay } from '../../platform/time/day.ts'
import {
  type Days,
  daysUpTo,
  type Period,
  periodOf,
  type ShopTime,
} from '../../platform/time/days.ts'
import { fixedOffset } from '../../platform/time/zone.ts'
import {
  isOrderStatus,
  type OrderStatus,
  orderStatuses,
} from '../../selling/sales/order.ts'

const parameter = z.string().optional()

export const utcOffsetMinutes = parameter.describe(
  'How far the days are ahead of UTC, in minutes; ignored where the shop has a time zone',
)

/** The filters as sent. `readReportFilter` checks them, each with a failure of its own. */
export const ReportFilterInput = z.object({
  period: parameter.describe(
    '`day`, `week`, `month` or `year` until today; days are then ignored',
  ),
  utcOffsetMinutes,
  startDate: parameter.describe('First day of the shop, `YYYY-MM-DD`; with endDate'),
  endDate: parameter.describe('Last day of the shop, `YYYY-MM-DD`; with startDate'),
  productName: parameter.describe('A part of the name, in any case'),
  userId: parameter.describe('Id of the user who took the order'),
  takenBy: parameter.describe('Id of the user who took the money'),
  paymentMethod: parameter.describe('Name of a method, in any case'),
})
export type ReportFilterInput = z.output<typeof ReportFilterInput>

/** Criteria that select a report's sales. */
export type ReportFilter = ReturnType<typeof readReportFilter>

/**
 * Reads the filters of a report in a shop's time zone. Throws `malformedDay`,
 * `oneSidedDays`, `reversedDays`, `invalidPeriod`.
 */
export const readReportFilter = (
  query: ReportFilterInput,
  now: ShopTime & { readonly nowMs: number },
) => ({
  period: periodOf(readReportDays(query, now), now),
  /** A part of the product's name, in lower case. */
  productName: query.productName?.toLowerCase(),
  userId: query.userId,
  takenBy: query.takenBy,
  /** The payment method's name, in lower case. */
  paymentMethod: query.paymentMethod?.trim().toLowerCase(),
})

/**
 * Returns the time zone of a report: the shop's, or without one the offset that the query
 * names. Throws `invalidFilter`.
 */
export function reportTimeOf(
  { utcOffsetMinutes: value }: Pick<ReportFilterInput, 'utcOffsetMinutes'>,
  time: ShopTime,
): ShopTime {
  if (time.timezone !== null || value === undefined) return time
  const minutes = /^[+-]?\d{1,3}$/.test(value) ? Number(value) : Number.NaN
  if (!(Math.abs(minutes) <= farthestMinutes)) {
    throw new Failure('invalidFilter', { name: 'utcOffsetMinutes', value })
  }
  return { ...time, timezone: fixedOffset(minutes) }
}

/** No zone is farther from UTC. */
const farthestMinutes = 14 * 60

/**
 * The days of a report in a shop's time zone. Throws `malformedDay`, `oneSidedDays`,
 * `reversedDays`, `invalidPeriod`.
 */
export const readReportDays = (
  query: Pick<ReportFilterInput, 'period' | 'startDate' | 'endDate'>,
  { nowMs, ...time }: ShopTime & { readonly nowMs: number },
): Days =>
  query.period === undefined
    ? givenDays(query)
    : daysUpTo(nowMs, readPeriodName(query.period), time)

function givenDays({
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
function readPeriodName(value: string) {
  const name = periodNames.find((each) => each === value)
  if (!name) throw new Failure('invalidPeriod', { value })
  return name
}

const exportTypes = ['sales', 'taxes', 'payments', 'refunds', 'z-reports'] as const
export type ExportType = (typeof exportTypes)[number]

/** The days of a breakdown as sent. */
export const BreakdownInput = ReportFilterInput.pick({
  period: true,
  utcOffsetMinutes: true,
  startDate: true,
  endDate: true,
})

/** An export request as sent; `readExportType` and `readReportFilter` check it. */
export const ExportInput = BreakdownInput.extend({
  type: z.string().default('sales').meta({
    enum: exportTypes,
    description: '`sales` (default), `taxes`, `payments`, `refunds` or `z-reports`',
  }),
})

/** Reads what to export. Throws `invalidFilter`. */
export function readExportType(value: string): ExportType {
  const type = exportTypes.find((each) => each === value)
  if (!type) throw new Failure('invalidFilter', { name: 'type', value })
  return type
}

/** Listed status of a store sale that was refunded entirely; no order is stored with it. */
const refunded = 'refunded'
type ListedStatus = OrderStatus | typeof refunded

/** The days as sent; `readDays` checks them. */
export const DaysInput = z.object({
  start_date: parameter.describe('First day of the shop, `YYYY-MM-DD`'),
  end_date: parameter.describe('Last day of the shop, `YYYY-MM-DD`'),
})
export type DaysInput = z.output<typeof DaysInput>

/** The filters as sent. `readOrderFilter` checks them, each with a failure of its own. */
export const OrderFilterInput = z.object({
  startDate: parameter.describe('First day of the shop, `YYYY-MM-DD`'),
  endDate: parameter.describe('Last day of the shop, `YYYY-MM-DD`'),
  status: parameter.meta({
    enum: [...orderStatuses, refunded],
    description: 'Only orders with it',
  }),
  userId: parameter.describe('Id of the user who took the order'),
  paymentMethod: parameter.describe('Name of a method, in any case'),
  minTotal: parameter.describe('In major units'),
  maxTotal: parameter.describe('In major units'),
  receiptNumber: parameter.describe(
    'In a shop with tills: the one with it, such as B-42',
  ),
  flagged: parameter.describe(
    'In a shop with tills: `true` for sales with flags that nobody has reviewed',
  ),
  sortBy: parameter.describe('`date` (default) or `total`'),
  sortOrder: parameter.describe('`asc` or `desc` (default)'),
})
export type OrderFilterInput = z.output<typeof OrderFilterInput>

/** Criteria and order of an order list. Totals are in major units. */
export type OrderFilter = ReturnType<typeof readOrderFilter>

/**
 * Reads the filters of orders with payments in a shop's time zone. Throws `malformedDay`, `reversedDays`,
 * `reversedTotals`, `invalidFilter`.
 */
export function readOrderFilter(query: OrderFilterInput, time: ShopTime) {
  const from = readDay('startDate', query.startDate)
  const to = readDay('endDate', query.endDate)
  if (from && to && from > to) throw new Failure('reversedDays')

  const minTotal = readNumber('minTotal', query.minTotal) ?? -Infinity
  const maxTotal = readNumber('maxTotal', query.maxTotal) ?? Infinity
  if (minTotal > maxTotal) throw new Failure('reversedTotals')

  return {
    period: periodOf({ from, to }, time),
    status: readStatus(query.status),
    userId: query.userId,
    /** The payment method's name, in lower case. */
    paymentMethod: query.paymentMethod?.trim().toLowerCase(),
    minTotal,
    maxTotal,
    receiptNumber: settings.tills() ? query.receiptNumber : undefined,
    isFlagged:
      settings.tills() &&
      readChoice('flagged', query.flagged, ['true', 'false']) === 'true',
    sortBy: readChoice('sort_by', query.sortBy, ['date', 'total']) ?? 'date',
    ascending: readChoice('sort_order', query.sortOrder, ['asc', 'desc']) === 'asc',
  }
}

/**
 * Reads the first and the last day of a list of orders, in a shop's time zone. Throws
 * `nothingProvided` if one is missing, `malformedDay`, `reversedDays`.
 */
export function readDays(query: DaysInput, time: ShopTime): Period {
  const { start_date, end_date } = query
  if (start_date === undefined || end_date === undefined)
    throw new Failure('nothingProvided')
  const from = readDay('start_date', start_date)
  const to = readDay('end_date', end_date)
  if (from > to) throw new Failure('reversedDays')
  return periodOf({ from, to }, time)
}

function readNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = readDecimal(value)
  if (number === undefined) throw new Failure('invalidFilter', { name, value })
  return number
}

function readStatus(value: string | undefined): ListedStatus | undefined {
  if (value === undefined || value === refunded || isOrderStatus(value)) return value
  throw new Failure('invalidFilter', { name: 'status', value })
}

function readChoice<T extends string>(
  name: string,
  value: string | undefined,
  choices: readonly T[],
): T | undefined {
  if (value === undefined) return undefined
  const choice = choices.find((each) => each === value.toLowerCase())
  if (!choice) throw new Failure('invalidFilter', { name, value })
  return choice
}
