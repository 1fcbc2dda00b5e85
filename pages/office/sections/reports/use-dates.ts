import { useMemo } from 'preact/hooks'
import { useFormats } from '../../../parts/formats.tsx'
import { useShop } from '../../shop/shop.tsx'
import type { Days } from './period.ts'

/** Returns the formats of days, hours and weekdays in reports. Days are those of the shop. */
export function useDates() {
  const { locale, hour, offsetAt } = useFormats()
  return useMemo(() => {
    const written = (options: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
      return (day: string) => format.format(Date.parse(day))
    }
    const day = written({ weekday: 'short', day: 'numeric', month: 'short' })
    const date = written({ day: 'numeric', month: 'short', year: 'numeric' })
    return {
      /** Such as Mon, 3 Nov. */
      day,
      /** Such as 3 Nov 2026, or the first and the last one. */
      days: ({ from, to }: Days) =>
        from === to ? date(from) : `${date(from)} – ${date(to)}`,
      /** Of a key from Monday, 1, to Sunday, 7. */
      weekday: (key: string) => written({ weekday: 'long' })(`2001-01-0${key}`),
      shortWeekday: (key: string) => written({ weekday: 'short' })(`2001-01-0${key}`),
      /** Of a key from 00 to 23. */
      hour: (key: string) => {
        const ms = Date.parse(`2001-01-01T${key}:00:00Z`)
        return hour(ms - offsetAt(ms))
      },
    }
  }, [locale, hour, offsetAt])
}

/**
 * Returns a function for the API's query of these days: in a shop without a time zone
 * they are this device's, by its offset of now.
 */
export function useQueryOf() {
  const { offsetAt } = useFormats()
  const { shop } = useShop()
  const offset =
    shop.timeZone === null ? String(offsetAt(Date.now()) / 60_000) : undefined
  return ({ from, to }: Days) => ({
    startDate: from,
    endDate: to,
    ...(offset !== undefined && { utcOffsetMinutes: offset }),
  })
}
