import * as z from 'zod'
import { Failure } from '../failure.ts'
import { readDecimal } from '../money/decimal.ts'
import { isOrderStatus, type OrderStatus, orderStatuses } from '../sales/order.ts'
import { readDay } from '../time/day.ts'
import { type Period, periodOf } from '../time/days.ts'
import type { Timezone } from '../time/zone.ts'

/** What a sale of the store is once nothing is left of it; no order is set to it. */
const refunded = 'refunded'
type ListedStatus = OrderStatus | typeof refunded

const parameter = z.string().optional()

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
  sortBy: parameter.describe('`date` (default) or `total`'),
  sortOrder: parameter.describe('`asc` or `desc` (default)'),
})
export type OrderFilterInput = z.output<typeof OrderFilterInput>

/** Which orders a list shows, and how it is sorted. Totals are in major units. */
export type OrderFilter = {
  readonly period: Period
  readonly status: ListedStatus | undefined
  readonly userId: string | undefined
  /** The payment method's name, in lower case. */
  readonly paymentMethod: string | undefined
  readonly minTotal: number
  readonly maxTotal: number
  readonly sortBy: 'date' | 'total'
  readonly ascending: boolean
}

/**
 * Reads the filters of orders with payments in a shop's time zone. Throws `malformedDay`, `reversedDays`,
 * `reversedTotals`, `invalidFilter`.
 */
export function readOrderFilter(
  query: OrderFilterInput,
  timezone: Timezone,
): OrderFilter {
  const from = readDay('startDate', query.startDate)
  const to = readDay('endDate', query.endDate)
  if (from && to && from > to) throw new Failure('reversedDays')

  const minTotal = readNumber('minTotal', query.minTotal) ?? -Infinity
  const maxTotal = readNumber('maxTotal', query.maxTotal) ?? Infinity
  if (minTotal > maxTotal) throw new Failure('reversedTotals')

  return {
    period: periodOf({ from, to }, timezone),
    status: readStatus(query.status),
    userId: query.userId,
    paymentMethod: query.paymentMethod?.trim().toLowerCase(),
    minTotal,
    maxTotal,
    sortBy: readChoice('sort_by', query.sortBy, ['date', 'total']) ?? 'date',
    ascending: readChoice('sort_order', query.sortOrder, ['asc', 'desc']) === 'asc',
  }
}

/**
 * Reads the first and the last day of a list of orders, in a shop's time zone. Throws
 * `nothingProvided` if one is missing, `malformedDay`, `reversedDays`.
 */
export function readDays(query: DaysInput, timezone: Timezone): Period {
  const { start_date, end_date } = query
  if (start_date === undefined || end_date === undefined)
    throw new Failure('nothingProvided')
  const from = readDay('start_date', start_date)
  const to = readDay('end_date', end_date)
  if (from > to) throw new Failure('reversedDays')
  return periodOf({ from, to }, timezone)
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
