import { useMemo } from 'preact/hooks'
import { calendarDate, type Day, dayBefore, dayOf, daysTouched } from './day.ts'
import { useFormats } from './formats.tsx'
import { pos, type ShopOrder } from './pos.ts'
import { type Reading, useReading } from './reading.ts'
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

/** `booksTimeZone` is the one in which the API counts days. */
export function useDays(booksTimeZone: string): Days {
  const { nowMs } = useVisit()
  const { timeZone } = useFormats()
  const today = dayOf(nowMs, timeZone)
  const booksDate = calendarDate(nowMs, booksTimeZone)
  return useMemo(() => {
    const yesterday = dayBefore(today, timeZone)
    const both = { startMs: yesterday.startMs, endMs: today.endMs }
    return { today, yesterday, asked: daysTouched(both, booksTimeZone), booksDate }
  }, [today.startMs, timeZone, booksTimeZone, booksDate])
}

/** The orders of yesterday and today, newest first. */
export function useOrders({ asked: query }: Days): Reading<ShopOrder[]> {
  return useReading((signal) => pos.orders.withPayments({ query, signal }), {
    needs: 'orders_read',
    changes: 'often',
    key: `${query.startDate} ${query.endDate}`,
  })
}
