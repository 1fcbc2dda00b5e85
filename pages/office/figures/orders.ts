import { useEffect, useMemo } from 'preact/hooks'
import { dayAt, msOfTime, shopDays } from '../../../shared/platform/time/clock.ts'
import { useFormats } from '../../parts/formats.tsx'
import { pos, type ShopOrder } from '../../parts/pos.ts'
import { useShop } from '../shop/shop.tsx'
import { type Day, dayBefore, dayOf, daysTouched } from './day.ts'
import { type Reading, useReading } from './reading.ts'
import { ordersKnown, rowOf, type ShownOrder } from './told.ts'
import { useVisit } from './visit.tsx'

/** The day that the page shows, and the one before. */
export type Days = {
  readonly today: Day
  readonly yesterday: Day
  /** The days that the API is asked for, so that both are among them. */
  readonly asked: { readonly startDate: string; readonly endDate: string }
  /** Today's date by which the API counts, `YYYY-MM-DD`. */
  readonly booksDate: string
}

/** The API counts days in the shop's zone or, where it has none, in UTC. */
export function useDays(isInUtc: boolean): Days {
  const { nowMs } = useVisit()
  const { shop } = useShop()
  const { dayOffsetAt } = useFormats()
  const inUtc = useMemo(
    () => shopDays(() => 0, msOfTime(shop.dayStartsAt)),
    [shop.dayStartsAt],
  )
  const booksOffsetAt = isInUtc ? inUtc : dayOffsetAt
  const today = dayOf(nowMs, dayOffsetAt)
  const booksDate = dayAt(nowMs, booksOffsetAt)
  return useMemo(() => {
    const yesterday = dayBefore(today, dayOffsetAt)
    const both = { startMs: yesterday.startMs, endMs: today.endMs }
    return { today, yesterday, asked: daysTouched(both, booksOffsetAt), booksDate }
  }, [today.startMs, dayOffsetAt, booksOffsetAt, booksDate])
}

/** As many orders as may be new, or settled, from one pulse to the next. */
const newestCount = 50

/** A shop that has not answered within this time, in ms, counts as lost. */
const patienceMs = 4_000

/** Age at which news is certainly in a reading, in ms. */
const readableMs = 60_000

/**
 * The orders of yesterday and today, newest first. The feed tells what changes. Where it is away
 * the newest alone are read at each pulse, and all less often: they cost the shop as many reads as
 * there are rows.
 */
export function useOrders({ asked: period, yesterday }: Days): Reading<ShownOrder[]> {
  const { may, told, forget } = useVisit()
  const needs = 'orders_read'
  const key = `${period.startDate} ${period.endDate}`
  const all = useReading((signal) => pos.orders.withPayments({ query: period, signal }), {
    needs,
    pace: 'seldom',
    key,
  })
  const newest = useReading(
    async (caller): Promise<ShopOrder[]> => {
      const signal = AbortSignal.any([caller, AbortSignal.timeout(patienceMs)])
      if (may(needs)) {
        const query = { ...period, limit: newestCount }
        return pos.orders.withPayments({ query, signal })
      }
      // Users who see no orders see at least whether the shop answers.
      await pos.general.health({ signal })
      return []
    },
    { pace: 'pulse', key },
  )
  useEffect(() => {
    if (all.begunMs !== undefined) forget(all.begunMs - readableMs)
  }, [all.begunMs, forget])
  const value = useMemo(
    () => all.value && ordersKnown(readOf(all), readOf(newest), told, yesterday.startMs),
    [all.readMs, newest.readMs, told.orders, told.closedMs, yesterday.startMs],
  )
  const { value: _, ...rest } = all
  return value ? { ...rest, value } : rest
}

const readOf = ({ value = [], begunMs = 0 }: Reading<ShopOrder[]>) => ({
  rows: value.map(rowOf),
  begunMs,
})
