import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import moment from 'moment-timezone'

/*
 * Writes shared/platform/time/zone-rules.ts from the package moment-timezone, which follows the IANA
 * database: whole it is too large for functions and pages.
 */

const [from, until] = ['2020-01-01', '2038-01-01']

/** The module with the offsets of all zones between the two days. */
export function zoneRulesModule(): string {
  const zones = Map.groupBy(moment.tz.names(), offsetsOf)
  const lines = [...zones].map(([offsets, names]) => `${names.join(' ')}|${offsets}`)
  return `/*
 * Generated from moment-timezone by \`npm run generate\`: the offsets of time zones. A line is
 * the names of zones, the offset at first and then each change and the offset after it, in
 * minutes and in base 36; a change is counted from the one before, the first one from \`fromMs\`.
 */

/** The release of the IANA database. */
export const zoneRulesVersion = '${moment.tz.dataVersion}'

/** The moments that the lines are about, in Unix ms. */
export const fromMs = Date.UTC(2020, 0)
export const untilMs = Date.UTC(2038, 0)

export const zoneLines = \`
${lines.join('\n')}
\`
`
}

/** Returns the part of a zone's line that follows its names. */
function offsetsOf(name: string): string {
  const zone = moment.tz.zone(name)
  if (!zone) throw new Error(`unknown zone ${name}`)
  const { untils, offsets } = zone
  let last = Date.parse(from)
  const first = untils.findIndex((ms) => ms === null || ms > last)
  const numbers = [-(offsets[first] ?? 0)]
  for (let at = first; ; at += 1) {
    const ms = untils[at] ?? Number.POSITIVE_INFINITY
    if (ms >= Date.parse(until)) break
    numbers.push((ms - last) / 60_000, -(offsets[at + 1] ?? 0))
    last = ms
  }
  if (!numbers.every(Number.isInteger)) throw new Error(`${name} changes within a minute`)
  return numbers.map((number) => (number + 0).toString(36)).join(' ')
}

export const zoneRulesPath = join(
  import.meta.dirname,
  '../shared/platform/time/zone-rules.ts',
)

if (import.meta.main) writeFileSync(zoneRulesPath, zoneRulesModule())
