import { expect, test } from 'vitest'
import { minutesOpen } from '../../../shared/platform/time/opening-hours.ts'

const at = (iso: string) => Date.parse(iso)

test.each([
  ['07:30-23:00', 'Europe/Berlin', '2026-07-01T05:29Z', undefined],
  ['07:30-23:00', 'Europe/Berlin', '2026-07-01T05:30Z', 0],
  ['07:30-23:00', 'Europe/Berlin', '2026-01-10T06:30Z', 0],
  ['07:30-23:00', 'Europe/Berlin', '2026-07-01T20:59Z', 929],
  ['07:30-23:00', 'Europe/Berlin', '2026-07-01T21:00Z', undefined],
  ['18:00-02:00', 'America/Lima', '2026-07-02T06:59Z', 479],
  ['18:00-02:00', 'America/Lima', '2026-07-02T07:00Z', undefined],
  ['18:00-00:00', 'UTC', '2026-07-02T23:59Z', 359],
  ['18:00-00:00', 'UTC', '2026-07-03T00:00Z', undefined],
  ['00:00-24:00', 'UTC', '2026-07-02T00:10Z', Number.POSITIVE_INFINITY],
  ['', '', '2026-07-02T00:10Z', Number.POSITIVE_INFINITY],
])(
  'a shop that is open %s in %s at %s has been so for %s minutes',
  (hours, zone, time, expected) => {
    expect(minutesOpen(hours, zone, at(time))).toBe(expected)
  },
)
