import { dayAt } from '../../../shared/platform/time/clock.ts'
import { useFormats } from '../../parts/formats.tsx'
import { useTill } from './till.tsx'

/** The shop's day of now, as YYYY-MM-DD. */
export function useToday(): string {
  const { shop } = useTill()
  const { offsetAt } = useFormats()
  // A shop without a zone counts in UTC
  return dayAt(Date.now(), shop.settings.timezone === null ? () => 0 : offsetAt)
}
