import { useMemo } from 'preact/hooks'
import { type Day, dayBefore, dayOf, utcDaysOf } from './day.ts'
import { useFormats } from './formats.tsx'
import { pos, type ShopOrder } from './pos.ts'
import { type Reading, useReading } from './reading.ts'
import { useVisit } from './visit.tsx'

/** The day of the shop, and the one before. */
export type Days = { readonly today: Day; readonly yesterday: Day }

export function useDays(): Days {
  const { nowMs } = useVisit()
  const { timeZone } = useFormats()
  const today = dayOf(nowMs, timeZone)
  return useMemo(
    () => ({ today, yesterday: dayBefore(today, timeZone) }),
    [today.startMs, timeZone],
  )
}

/** The orders of yesterday and today, newest first. */
export function useOrders({ today, yesterday }: Days): Reading<ShopOrder[]> {
  const { startMs } = yesterday
  const query = utcDaysOf({ startMs, endMs: today.endMs })
  return useReading((signal) => pos.orders.withPayments({ query, signal }), {
    needs: 'orders_read',
    changes: 'often',
    key: query.startDate,
  })
}
