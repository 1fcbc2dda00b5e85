import { Failure } from '../failure.ts'
import { readDecimal } from '../money/decimal.ts'
import type { Days as DaysAsSent, OrderFilter } from '../restaurant/order-inputs.ts'
import { isOrderStatus, type OrderStatus } from '../sales/order.ts'
import type { Days } from '../sales/orders.ts'
import { readDay } from '../time/day.ts'

/** Which orders are wanted, and in which order. Totals are in major units. */
export type Wanted = {
  readonly days: Days
  readonly status: OrderStatus | undefined
  readonly userId: string | undefined
  /** A method's name in lower case. */
  readonly paymentMethod: string | undefined
  readonly minTotal: number
  readonly maxTotal: number
  readonly sortBy: 'date' | 'total'
  readonly ascending: boolean
}

/** Reads the filters in the contract's words. Throws a failure for each that is wrong. */
export function readFilter(query: OrderFilter): Wanted {
  const from = readDay('startDate', query.startDate)
  const to = readDay('endDate', query.endDate)
  if (from && to && from > to) throw new Failure('reversedDays')

  const minTotal = readNumber('minTotal', query.minTotal) ?? -Infinity
  const maxTotal = readNumber('maxTotal', query.maxTotal) ?? Infinity
  if (minTotal > maxTotal) throw new Failure('reversedTotals')

  return {
    days: { from, to },
    status: readStatus(query.status),
    userId: query.userId,
    paymentMethod: query.paymentMethod?.trim().toLowerCase(),
    minTotal,
    maxTotal,
    sortBy: readChoice('sort_by', query.sortBy, ['date', 'total']) ?? 'date',
    ascending: readChoice('sort_order', query.sortOrder, ['asc', 'desc']) === 'asc',
  }
}

/** Reads the days of a list of which both ends must be named. */
export function readDays(query: DaysAsSent): Days {
  const { start_date, end_date } = query
  if (start_date === undefined || end_date === undefined)
    throw new Failure('nothingProvided')
  const from = readDay('start_date', start_date)
  const to = readDay('end_date', end_date)
  if (from > to) throw new Failure('reversedDays')
  return { from, to }
}

function readNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  const number = readDecimal(value)
  if (number === undefined) throw new Failure('invalidFilter', { name, value })
  return number
}

function readStatus(value: string | undefined): OrderStatus | undefined {
  if (value === undefined || isOrderStatus(value)) return value
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
