import { type ClockRule, type OffsetAt, offsetIn, offsetsBy } from './clock.ts'
import { fromMs, untilMs, zoneLines, zoneRulesVersion } from './zone-rules.ts'

/** The IANA name of a time zone, such as Europe/Madrid, or an offset as +02:00; null is UTC. */
export type Timezone = string | null

/** Clock of a zone, for clients whose own rules may be old. */
export type Clock = {
  /** The release of the IANA database. */
  readonly rules: string
  /** From when on clocks are how far ahead of UTC, oldest first. */
  readonly changes: { readonly at: string; readonly offsetMinutes: number }[]
}

/** Names begin with a letter: Intl also reads offsets such as +02:00, which are not zones. */
const nameForm = /^[A-Za-z]/

/** True if a text is the IANA name of a time zone, such as Europe/Madrid, in any case. */
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

/** Formats a moment of a zone with seconds. */
export const localSecond = (ms: number, timezone: Timezone) =>
  new Date(ms + offsetsOf(timezone)(ms)).toISOString().slice(0, 19).replace('T', ' ')

/** Formats the offset of a zone's clocks from UTC at a moment, such as UTC+1 or UTC-3:30. */
export function offsetText(ms: number, timezone: Timezone): string {
  const minutes = Math.round(offsetsOf(timezone)(ms) / 60_000)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  if (minutes === 0) return 'UTC'
  const past = rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`
  return `UTC${minutes < 0 ? '-' : '+'}${hours}${past}`
}

/** Returns the offsets of a zone's clocks from UTC, by the rules of the year. */
export function offsetsOf(timezone: Timezone): OffsetAt {
  if (timezone === null) return () => 0
  if (!nameForm.test(timezone)) {
    const offset = offsetIn(`GMT${timezone}`)
    return () => offset
  }
  return offsetsBy(timezone, rulesOf(timezone), untilMs)
}

/** Time before and after now for which clients get a zone's rules, in ms. */
const toldMs = 2 * 366 * 86_400_000

/** The rules of a zone's clocks for clients, from two years ago to two years ahead; null for UTC. */
export function clockOf(timezone: Timezone, nowMs: number): Clock | null {
  const all = timezone === null ? [] : rulesOf(timezone)
  const first = all.findLastIndex((rule) => rule.fromMs <= nowMs - toldMs)
  if (first < 0) return null
  const changes = all
    .slice(first)
    .filter((rule) => rule.fromMs <= nowMs + toldMs)
    .map((rule) => ({
      at: new Date(rule.fromMs).toISOString(),
      offsetMinutes: rule.offsetMs / 60_000,
    }))
  return { rules: zoneRulesVersion, changes }
}

/** The lines of the rules by the names of their zones in lower case. */
let lines: ReadonlyMap<string, string> | undefined

const known = new Map<string, readonly ClockRule[]>()

function rulesOf(timezone: string): readonly ClockRule[] {
  const lower = timezone.toLowerCase()
  const read = known.get(lower)
  if (read) return read
  lines ??= new Map(
    zoneLines
      .trim()
      .split('\n')
      .flatMap((line) => {
        const [names = '', offsets = ''] = line.split('|')
        return names.split(' ').map((name) => [name.toLowerCase(), offsets] as const)
      }),
  )
  const line = lines.get(lower)
  if (line === undefined) return []
  const [first = 0, ...rest] = line
    .split(' ')
    .map((number) => Number.parseInt(number, 36) * 60_000)
  const rules: ClockRule[] = [{ fromMs, offsetMs: first }]
  let atMs = fromMs
  for (let at = 0; at < rest.length; at += 2) {
    atMs += rest[at] ?? 0
    rules.push({ fromMs: atMs, offsetMs: rest[at + 1] ?? 0 })
  }
  known.set(lower, rules)
  return rules
}

/** The zone that is always this many minutes ahead of UTC; behind is below 0. */
export function fixedOffset(minutes: number): string {
  const digits = (value: number) => String(value).padStart(2, '0')
  const length = Math.abs(minutes)
  const sign = minutes < 0 ? '-' : '+'
  return `${sign}${digits(Math.floor(length / 60))}:${digits(length % 60)}`
}
