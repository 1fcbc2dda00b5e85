import { describe, expect, it } from 'vitest'
import { judge, type Sample, slopeOf } from '../flatness.ts'

/** Ten minutes, measured every five seconds. */
const samples = (value: (minute: number) => number): Sample[] =>
  Array.from({ length: 121 }, (_, at) => ({ minute: at / 12, value: value(at / 12) }))

/** Garbage that is collected every so often. */
const sawtooth = (minute: number) => 40 * ((minute * 3.7) % 1)

describe('the slope of a figure', () => {
  it.each([
    ['that stays', () => 100, 0],
    ['that grows', (minute: number) => 100 + 12 * minute, 12],
    ['that grows at first alone', (minute: number) => 50 * Math.min(minute, 3), 0],
    ['that falls', (minute: number) => 100 - 3 * minute, -3],
  ])('%s', (_, value, slope) => {
    expect(slopeOf(samples(value))).toBeCloseTo(slope, 5)
  })

  it('looks through garbage', () => {
    expect(Math.abs(slopeOf(samples(sawtooth)))).toBeLessThan(1)
    const leak = slopeOf(samples((minute) => sawtooth(minute) + 10 * minute))
    expect(Math.abs(leak - 10)).toBeLessThan(1)
  })

  it('is nothing without samples', () => expect(slopeOf([])).toBe(0))
})

it('the verdict names the slope and the bound', () => {
  const one = { name: 'memory', unit: 'MB', maxSlope: 6 }
  const grows = samples((minute) => 7 * minute)
  expect(
    judge([
      { ...one, samples: samples(() => 1) },
      { ...one, samples: grows },
    ]),
  ).toEqual([
    { text: 'memory: +0.00 MB a minute (at most 6)', holds: true },
    { text: 'memory: +7.00 MB a minute (at most 6)', holds: false },
  ])
})
