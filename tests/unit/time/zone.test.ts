import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { zoneRulesModule, zoneRulesPath } from '../../../infra/time-zones.ts'
import { offsetsBy } from '../../../shared/platform/time/clock.ts'
import { minutesOpen } from '../../../shared/platform/time/opening-hours.ts'
import {
  clockOf,
  isTimezone,
  localMinute,
  offsetsOf,
} from '../../../shared/platform/time/zone.ts'

const hours = (zone: string, moment: string) =>
  offsetsOf(zone)(Date.parse(moment)) / 3_600_000

describe('the clocks of a zone', () => {
  // By the database's release 2026f; runtimes with older ones are an hour off
  test.each([
    ['America/Winnipeg', '2026-11-15T12:00Z', -5],
    ['America/Winnipeg', '2027-01-15T12:00Z', -5],
    ['America/Inuvik', '2026-11-15T12:00Z', -6],
    ['America/Havana', '2026-11-15T12:00Z', -4],
    ['america/havana', '2026-11-15T12:00Z', -4],
    ['Canada/Central', '2026-11-15T12:00Z', -5],
    ['Europe/Madrid', '2026-10-25T00:59:59Z', 2],
    ['Europe/Madrid', '2026-10-25T01:00:00Z', 1],
    ['Asia/Kolkata', '2026-01-01T00:00Z', 5.5],
    ['Europe/Berlin', '2019-07-01T00:00Z', 2],
    ['Europe/Berlin', '2020-01-01T00:00Z', 1],
    ['Europe/Berlin', '2037-12-31T23:59Z', 1],
    ['Europe/Berlin', '2040-07-01T00:00Z', 2],
    ['UTC', '2026-07-01T00:00Z', 0],
    ['+02:00', '2026-07-01T00:00Z', 2],
  ])('of %s at %s are %d hours ahead', (zone, moment, ahead) => {
    expect(hours(zone, moment)).toBe(ahead)
  })

  test('are those of the runtime for zones and years whose rules are old', () => {
    const zones = Intl.supportedValuesOf('timeZone')
    const differing = zones.filter((zone) => {
      const format = new Intl.DateTimeFormat('sv-SE', {
        timeZone: zone,
        dateStyle: 'short',
        timeStyle: 'short',
      })
      return Array.from({ length: 60 }, (_, month) => Date.UTC(2020, month, 17, 11)).some(
        (ms) => format.format(ms) !== localMinute(ms, zone),
      )
    })
    expect(zones.length).toBeGreaterThan(400)
    expect(differing).toEqual([])
  })

  test('are the same to clients, whatever their own rules are', () => {
    const nowMs = Date.parse('2026-11-27')
    for (const zone of [...Intl.supportedValuesOf('timeZone'), 'america/winnipeg']) {
      const { changes = [] } = clockOf(zone, nowMs) ?? {}
      const told = changes.map(({ at, offsetMinutes }) => ({
        fromMs: Date.parse(at),
        offsetMs: offsetMinutes * 60_000,
      }))
      const [here, there] = [offsetsOf(zone), offsetsBy('UTC', told)]
      for (let week = -100; week < 100; week += 1) {
        const ms = nowMs + week * 7 * 86_400_000
        expect(there(ms), zone).toBe(here(ms))
      }
    }
    expect(clockOf('Asia/Kolkata', nowMs)?.changes).toHaveLength(1)
    expect(clockOf(null, nowMs)).toBeNull()
  })

  test('say since when a shop is open', () => {
    const atMs = Date.parse('2026-11-15T12:30Z')
    expect(minutesOpen('07:00-23:00', 'America/Winnipeg', atMs)).toBe(30)
  })
})

test('a name of a zone is known in any case, and an offset is none', () => {
  expect(['Europe/Madrid', 'europe/madrid', 'UTC'].every(isTimezone)).toBe(true)
  expect(['Mars/Phobos', '+02:00', '', ' ', 'Europe/Madrid '].some(isTimezone)).toBe(
    false,
  )
})

test('the rules are those of the package (npm run generate)', () => {
  expect(readFileSync(zoneRulesPath, 'utf8')).toBe(zoneRulesModule())
})
