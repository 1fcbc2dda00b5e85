import { Failure } from '../../shared/failure.ts'
import { type Days, isOrderStatus, type OrderStatus } from '../../shared/table/orders.ts'
import { readDay } from '../../shared/time/day.ts'
import type { OrderFilter } from './endpoints.ts'

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

const decimal = /^\s*[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?\s*$/i

function readNumber(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  if (!decimal.test(value)) throw new Failure('invalidFilter', { name, value })
  return Number(value)
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
