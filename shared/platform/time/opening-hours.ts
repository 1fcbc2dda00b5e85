import { localMinute } from './zone.ts'

const dayMinutes = 24 * 60

/**
 * Returns the minutes for which a shop has been open, by opening hours such as
 * `18:00-02:00` in its time zone: undefined while it is closed, infinite for one that
 * never closes, as without opening hours.
 */
export function minutesOpen(
  openingHours: string,
  timeZone: string,
  nowMs: number,
): number | undefined {
  const { opens, closes } = openingMinutes(openingHours || undefined)
  const length = (closes - opens + dayMinutes) % dayMinutes
  if (length === 0) return Number.POSITIVE_INFINITY
  const [, time = ''] = localMinute(nowMs, timeZone).split(' ')
  const since = (minutesOf(time) - opens + dayMinutes) % dayMinutes
  return since < length ? since : undefined
}

/** Returns the opening and closing of a shop, in minutes since midnight; all day by default. */
export function openingMinutes(openingHours = '00:00-24:00') {
  const [opens = 0, closes = 0] = openingHours.split('-').map(minutesOf)
  return { opens, closes }
}

/** Minutes since midnight of a time such as 07:30. */
function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}
