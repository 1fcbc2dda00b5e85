import { expect, test } from 'vitest'
import {
  dayBefore,
  dayOf,
  daysTouched,
  hoursOf,
} from '../../../pages/office/figures/day.ts'
import { dayAt } from '../../../shared/platform/time/clock.ts'
import { offsetsOf } from '../../../shared/platform/time/zone.ts'

const at = (text: string) => Date.parse(text)
const hoursIn = (text: string, timeZone: string) =>
  hoursOf(dayOf(at(text), offsetsOf(timeZone))).length

test('a day begins and ends at midnight of its time zone', () => {
  expect(dayOf(at('2026-11-22T02:30:00Z'), offsetsOf('America/Mexico_City'))).toEqual({
    startMs: at('2026-11-21T06:00:00Z'),
    endMs: at('2026-11-22T06:00:00Z'),
  })
  expect(dayOf(at('2026-11-22T02:30:00Z'), offsetsOf('Asia/Kolkata'))).toEqual({
    startMs: at('2026-11-21T18:30:00Z'),
    endMs: at('2026-11-22T18:30:00Z'),
  })
})

test('its first and its last instant belong to it, the next one does not', () => {
  const day = dayOf(at('2026-11-22T12:00:00Z'), offsetsOf('Europe/Madrid'))
  expect(dayOf(day.startMs, offsetsOf('Europe/Madrid'))).toEqual(day)
  expect(dayOf(day.endMs - 1, offsetsOf('Europe/Madrid'))).toEqual(day)
  expect(dayOf(day.endMs, offsetsOf('Europe/Madrid')).startMs).toBe(day.endMs)
})

test.each([
  ['spring', '2026-03-29T12:00:00Z', 'Europe/Madrid', 23],
  ['autumn', '2026-10-25T12:00:00Z', 'Europe/Madrid', 25],
  ['no more, by rules of 2026', '2026-11-01T12:00:00Z', 'America/Winnipeg', 24],
  ['an ordinary day', '2026-11-22T12:00:00Z', 'Europe/Madrid', 24],
  [
    'half an hour, which makes a last hour of 30 minutes',
    '2026-04-05T02:00:00Z',
    'Australia/Lord_Howe',
    25,
  ],
])('clocks change in %s', (_, moment, timeZone, hours) => {
  expect(hoursIn(moment, timeZone)).toBe(hours)
})

test('a day without midnight begins at its first instant, 01:00', () => {
  const day = dayOf(at('2026-09-06T15:00:00Z'), offsetsOf('America/Santiago'))
  expect(new Date(day.startMs).toISOString()).toBe('2026-09-06T04:00:00.000Z')
  expect(hoursOf(day)).toHaveLength(23)
})

test('the day before a long day is the day before it', () => {
  const before = dayBefore(
    dayOf(at('2026-10-25T23:30:00Z'), offsetsOf('Europe/Madrid')),
    offsetsOf('Europe/Madrid'),
  )
  expect(dayAt(before.startMs, offsetsOf('Europe/Madrid'))).toBe('2026-10-25')
})

test('a day touches one day of its own time zone, and two of another', () => {
  const moment = at('2026-11-22T12:00:00Z')
  const mexican = dayOf(moment, offsetsOf('America/Mexico_City'))
  expect(daysTouched(mexican, offsetsOf('America/Mexico_City'))).toEqual({
    startDate: '2026-11-22',
    endDate: '2026-11-22',
  })
  expect(daysTouched(mexican, offsetsOf('UTC'))).toEqual({
    startDate: '2026-11-22',
    endDate: '2026-11-23',
  })
})
