const unixMs = /^\d{1,15}$/
const iso =
  /^(?<day>\d{4}-\d\d-\d\d)(T(?<minute>\d\d:\d\d)(?<second>:\d\d([.,]\d{1,9})?)?(?<zone>Z|[+-]\d\d(:?\d\d)?)?)?$/i

const dayMs = 24 * 60 * 60_000

/**
 * A moment as clients write it, Unix ms digits or ISO 8601, in Unix ms; undefined for
 * anything else. Without a zone it is UTC. A day alone stands for its first moment or,
 * as the end of a period, for its last.
 */
export function readMoment(text: string, as: 'start' | 'end' = 'start') {
  if (unixMs.test(text)) return Number(text)
  const { day, minute, second = '', zone = 'Z' } = iso.exec(text)?.groups ?? {}
  if (day === undefined || !isDay(day)) return undefined
  if (minute === undefined) return Date.parse(day) + (as === 'end' ? dayMs - 1 : 0)
  const time = `${minute}${second.replace(',', '.')}${spelledOut(zone)}`
  const ms = Date.parse(`${day}T${time}`)
  return Number.isNaN(ms) ? undefined : ms
}

/** A zone in the one form that Date.parse reads: `Z`, or hours and minutes with a colon. */
function spelledOut(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? []
  return hours === undefined ? 'Z' : `${hours}:${minutes}`
}

/** Date.parse takes 31 February for 3 March. */
function isDay(day: string): boolean {
  const ms = Date.parse(day)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day)
}
