/** The IANA name of a time zone, such as Europe/Madrid, or an offset as +02:00; null is UTC. */
export type Timezone = string | null

/** Names begin with a letter: Intl also reads offsets such as +02:00, which are not zones. */
const nameForm = /^[A-Za-z]/

/** Whether a text is the IANA name of a time zone, such as Europe/Madrid, in any case. */
export function isTimezone(name: string): boolean {
  if (!nameForm.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** A moment as minutes of a zone's clocks, such as 2026-11-21 14:05. */
export const localMinute = (ms: number, timezone: Timezone) =>
  new Date(ms + offsetsOf(timezone)(ms)).toISOString().slice(0, 16).replace('T', ' ')

/** The same with seconds. */
export const localSecond = (ms: number, timezone: Timezone) =>
  new Date(ms + offsetsOf(timezone)(ms)).toISOString().slice(0, 19).replace('T', ' ')

/** How far the clocks of a zone are ahead of UTC at a moment, in ms; behind is below 0. */
export function offsetsOf(timezone: Timezone): (ms: number) => number {
  if (timezone === null) return () => 0
  if (!nameForm.test(timezone)) {
    const offset = offsetIn(`GMT${timezone}`)
    return () => offset
  }
  const format = formatOf(timezone)
  return (ms) => {
    const parts = format.formatToParts(ms)
    return offsetIn(parts.find(({ type }) => type === 'timeZoneName')?.value ?? '')
  }
}

/** The zone that is always this many minutes ahead of UTC; behind is below 0. */
export function fixedOffset(minutes: number): string {
  const digits = (value: number) => String(value).padStart(2, '0')
  const length = Math.abs(minutes)
  const sign = minutes < 0 ? '-' : '+'
  return `${sign}${digits(Math.floor(length / 60))}:${digits(length % 60)}`
}

function offsetIn(name: string): number {
  const [, sign, hours, minutes, seconds = '0'] = offsetForm.exec(name) ?? []
  // The offset of 0 is written as GMT alone
  if (hours === undefined) return 0
  const length = (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)
  return (sign === '-' ? -length : length) * 1_000
}

/** The shop's zone hardly ever changes, and to make a format takes long. */
const formats = new Map<string, Intl.DateTimeFormat>()

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone)
  if (known) return known
  const format = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' })
  formats.set(timeZone, format)
  return format
}

/** Such as GMT-03:00 and, before time zones, GMT-03:06:28. */
const offsetForm = /GMT([+-])(\d\d):(\d\d)(?::(\d\d))?/
