import { type Day, hourMs, hoursOf } from './day.ts'

/** An order as GET /orders/with-payments lists it; `total` is in major units. */
export type OrderRow = {
  readonly status: string
  readonly total: number
  readonly createdAt: string
  /** Time of its payment, if it was paid. */
  readonly soldAt: string | null
  readonly tenders: readonly Tender[]
}

type Tender = { readonly paymentMethod: string; readonly amountCents: number }

/** A paid order, with what was paid by each method. */
export type Sale = {
  readonly atMs: number
  readonly cents: number
  readonly tenders: readonly Tender[]
}

/** Number and sum of orders. */
export type Sum = { readonly count: number; readonly cents: number }

/** Cents of an amount in major units, which has two decimals at most. */
export const toCents = (majorUnits: number): number => Math.round(majorUnits * 100)

/** Possible statuses of a paid order; refunds are summed apart. */
const paidStatuses: readonly string[] = ['paid', 'refunded']

/** The orders among the rows that were paid. */
export const salesOf = (rows: readonly OrderRow[]): Sale[] =>
  rows
    .filter(({ status }) => paidStatuses.includes(status))
    .map(({ total, createdAt, soldAt, tenders }) => ({
      atMs: Date.parse(soldAt ?? createdAt),
      cents: toCents(total),
      tenders,
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

/** The hour of the clock from which a plot shows every hour, for most shops are open then. */
const opens = 8

/** The hours worth showing: from the morning, or the first sale, to the present hour. */
export function shownHours(hours: readonly HourSum[], nowMs: number): HourSum[] {
  const matters = ({ startMs, count }: HourSum) =>
    count > 0 || (nowMs >= startMs && nowMs < startMs + hourMs)
  const first = hours.findIndex(matters)
  const last = hours.findLastIndex(matters)
  return hours.slice(Math.min(opens, Math.max(first, 0)), last + 1)
}

/** Payments by a method, blank for none, and the number of their sales. */
export type MethodSum = Sum & { readonly method: string }

/** The payments of sales by method, the largest sum first. */
export function sumsByMethod(sales: readonly Sale[]): MethodSum[] {
  const parts = sales.flatMap(({ cents, tenders }, sale) =>
    tenders.length === 0
      ? [{ sale, method: '', cents }]
      : tenders.map(({ paymentMethod: method, amountCents }) => ({
          sale,
          method,
          cents: amountCents,
        })),
  )
  return [...Map.groupBy(parts, ({ method }) => method)]
    .map(([method, ofMethod]) => ({
      method,
      cents: sumOf(ofMethod).cents,
      count: new Set(ofMethod.map(({ sale }) => sale)).size,
    }))
    .sort((one, other) => other.cents - one.cents || (one.method < other.method ? -1 : 1))
}
