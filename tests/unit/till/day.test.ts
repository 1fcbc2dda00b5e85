import { describe, expect, test } from 'vitest'
import { dateAfter } from '../../../pages/till/sections/past-sales/days.ts'
import { floatOf } from '../../../pages/till/sections/shifts/float.ts'

describe('a shift begins with', () => {
  test.each([
    ['what was counted', 5_000, 0, 5_000],
    ['it without the cash since the last Z, which its own Z counts', 5_610, 610, 5_000],
    ['it and what was given back since', 4_500, -500, 5_000],
    ['nothing where less was counted: what is missing shows at its close', 400, 610, 0],
    ['what was counted where the cash since is not shown', 5_610, null, 5_610],
  ])('%s', (_name, countedCents, sinceCents, float) => {
    expect(floatOf(countedCents, sinceCents)).toBe(float)
  })
})

test('days follow each other over the end of a year and of a leap month', () => {
  expect(dateAfter('2026-12-31', 1)).toBe('2027-01-01')
  expect(dateAfter('2028-03-01', -1)).toBe('2028-02-29')
})
