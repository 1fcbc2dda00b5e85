import { isDay } from './day.ts'
import { periodOf, type ShopTime } from './days.ts'

const unixMs = /^\d{1,15}$/
const iso =
  /^(?<day>\d{4}-\d\d-\d\d)(T(?<minute>\d\d:\d\d)(?<second>:\d\d([.,]\d{1,9})?)?(?<zone>Z|[+-]\d\d(:?\d\d)?)?)?$/i

/**
 * A time from a client, as digits of Unix ms or in ISO 8601, in Unix ms; undefined for any
 * other text. Without a zone it is UTC. A day alone means its first millisecond in the shop's
 * time or, as the end of a period, its last.
 */
export function readMoment(
  text: string,
  as: 'start' | 'end' = 'start',
  shopTime: ShopTime = { timezone: null },
) {
  if (unixMs.test(text)) return Number(text)
  const { day, minute, second = '', zone = 'Z' } = iso.exec(text)?.groups ?? {}
  if (day === undefined || !isDay(day)) return undefined
  if (minute === undefined) {
    const { fromMs = 0, untilMs = 0 } = periodOf({ from: day, to: day }, shopTime)
    return as === 'end' ? untilMs - 1 : fromMs
  }
  const time = `${minute}${second.replace(',', '.')}${zoneWithColon(zone)}`
  const ms = Date.parse(`${day}T${time}`)
  return Number.isNaN(ms) ? undefined : ms
}

/** A zone in the form that Date.parse reads: `Z`, or hours and minutes with a colon. */
function zoneWithColon(zone: string): string {
  const [, hours, minutes = '00'] = /^([+-]\d\d):?(\d\d)?$/.exec(zone) ?? []
  return hours === undefined ? 'Z' : `${hours}:${minutes}`
}
