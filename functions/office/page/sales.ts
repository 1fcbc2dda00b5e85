import { type Day, hourMs, hoursOf } from './day.ts'

/** An order as GET /orders/with-payments lists it; `total` is in major units. */
export type OrderRow = {
  readonly status: string
  readonly total: number
  readonly createdAt: string
  readonly paymentMethod: string
}

/**
 * A paid order. `method` has the names of its payment methods in one order, so that the same
 * methods are one sum; it is blank without payment.
 */
export type Sale = {
  readonly atMs: number
  readonly cents: number
  readonly method: string
}

/** What orders amount to. */
export type Sum = { readonly count: number; readonly cents: number }

/** Cents of an amount in major units, which has two decimals at most. */
export const toCents = (majorUnits: number): number => Math.round(majorUnits * 100)

/** What an order that was paid may have become since; refunds are summed apart. */
const paidStatuses: readonly string[] = ['paid', 'refunded']

/** The orders among the rows that were paid. */
export const salesOf = (rows: readonly OrderRow[]): Sale[] =>
  rows
    .filter(({ status }) => paidStatuses.includes(status))
    .map(({ total, createdAt, paymentMethod }) => ({
      atMs: Date.parse(createdAt),
      cents: toCents(total),
      method: paymentMethod.split(/, ?/).toSorted().join(', '),
    }))

/** Those from a moment on and before another, in Unix ms. */
export const within = <Each extends { readonly atMs: number }>(
  sales: readonly Each[],
  { startMs, endMs }: Day,
): Each[] => sales.filter(({ atMs }) => atMs >= startMs && atMs < endMs)

export const sumOf = (sales: readonly { readonly cents: number }[]): Sum => ({
  count: sales.length,
  cents: sales.reduce((sum, { cents }) => sum + cents, 0),
})

/** The sales of an hour, which starts at `startMs`. */
export type HourSum = Sum & { readonly startMs: number }

/** The sales of a day by its hours, also those without any. */
export function sumsByHour(sales: readonly Sale[], day: Day): HourSum[] {
  const hours = hoursOf(day).map((startMs) => ({ startMs, count: 0, cents: 0 }))
  for (const { atMs, cents } of sales) {
    const hour = hours[Math.floor((atMs - day.startMs) / hourMs)]
    if (!hour) continue
    hour.count += 1
    hour.cents += cents
  }
  return hours
}

/** Hours of the clock between which a plot shows every hour, for most shops are open then. */
const [opens, closes] = [8, 20]

/** The hours worth showing: a working day, widened to all sales and to the present hour. */
export function shownHours(hours: readonly HourSum[], nowMs: number): HourSum[] {
  const matters = ({ startMs, count }: HourSum) =>
    count > 0 || (nowMs >= startMs && nowMs < startMs + hourMs)
  const first = hours.findIndex(matters)
  const last = hours.findLastIndex(matters)
  return hours.slice(
    Math.min(opens, first < 0 ? opens : first),
    Math.max(closes, last + 1),
  )
}

/** The sales of a payment method. */
export type MethodSum = Sum & { readonly method: string }

/** The sales by payment method, the largest sum first. */
export function sumsByMethod(sales: readonly Sale[]): MethodSum[] {
  const groups = Map.groupBy(sales, ({ method }) => method)
  return [...groups]
    .map(([method, ofMethod]) => ({ method, ...sumOf(ofMethod) }))
    .sort((one, other) => other.cents - one.cents || (one.method < other.method ? -1 : 1))
}
