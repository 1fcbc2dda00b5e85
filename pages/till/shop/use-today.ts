import { useEffect, useState } from 'preact/hooks'
import {
  dayAt,
  msOfTime,
  type OffsetAt,
  shopDays,
} from '../../../shared/platform/time/clock.ts'
import { useFormats } from '../../parts/formats.tsx'
import { useTill } from './till.tsx'

/** A device that slept learns of midnight within it. In ms. */
const lookMs = 10_000

const inUtc: OffsetAt = () => 0

/** The day of the calendar, as YYYY-MM-DD, by which taxes change. */
export const useToday = (): string => useDay(0)

/** The shop's day, as YYYY-MM-DD, which may begin after midnight. */
export function useShopDay(): string {
  const { shop } = useTill()
  return useDay(msOfTime(shop.settings.dayStartsAt ?? ''))
}

/** A new day is shown though nobody touches the page. */
function useDay(startMs: number): string {
  const { shop } = useTill()
  const { offsetAt: ofZone } = useFormats()
  const offsetAt = shop.settings.timezone === null ? inUtc : ofZone
  const today = () => dayAt(Date.now(), shopDays(offsetAt, startMs))
  const [, setShown] = useState(today)
  useEffect(() => {
    const timer = setInterval(() => setShown(today()), lookMs)
    return () => clearInterval(timer)
  }, [offsetAt, startMs])
  return today()
}
