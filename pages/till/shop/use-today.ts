import { useEffect, useState } from 'preact/hooks'
import { dayAt } from '../../../shared/platform/time/clock.ts'
import { useFormats } from '../../parts/formats.tsx'
import { useTill } from './till.tsx'

/** A device that slept learns of midnight within it. In ms. */
const lookMs = 10_000

/** The shop's day of now, as YYYY-MM-DD: a new one is shown though nobody touches the page. */
export function useToday(): string {
  const { shop } = useTill()
  const { offsetAt } = useFormats()
  const isInUtc = shop.settings.timezone === null
  const today = () => dayAt(Date.now(), isInUtc ? () => 0 : offsetAt)
  const [, setShown] = useState(today)
  useEffect(() => {
    const timer = setInterval(() => setShown(today()), lookMs)
    return () => clearInterval(timer)
  }, [isInUtc, offsetAt])
  return today()
}
