import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { backoffMs } from '../../shared/backoff.ts'

const limits = { baseMs: 100, capMs: 5_000 }

describe('exponential backoff', () => {
  it('doubles its ceiling with each attempt up to the cap', () => {
    const ceilings = [0, 1, 2, 5, 6, 2_000].map((attempt) =>
      backoffMs(attempt, limits, () => 1),
    )
    expect(ceilings).toEqual([100, 200, 400, 3_200, 5_000, 5_000])
  })

  it('has full jitter: the wait is anywhere between 0 and the ceiling', () => {
    expect(backoffMs(3, limits, () => 0)).toBe(0)
    expect(backoffMs(3, limits, () => 0.25)).toBe(200)
  })

  it('never waits longer than the cap', () => {
    fc.assert(
      fc.property(fc.nat(), fc.double({ min: 0, max: 1, noNaN: true }), (attempt, at) => {
        const waitMs = backoffMs(attempt, limits, () => at)
        expect(waitMs).toBeGreaterThanOrEqual(0)
        expect(waitMs).toBeLessThanOrEqual(limits.capMs)
      }),
    )
  })
})
