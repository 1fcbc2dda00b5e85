import { expect, test } from 'vitest'
import { drawn } from '../../../support/scale.ts'
import { openRuns } from '../runs.ts'
import { mutations } from './mutations.ts'

// Each takes seconds, so that a short run draws a few of them
test.each(drawn(mutations.slice(0, 1), mutations, 1 / 8))(
  'the first 200 seeds find that $name',
  async (mutation) => {
    const { firstFailure } = await openRuns(mutation)
    const failure = await firstFailure(1, 200)
    expect(failure?.report.faults).not.toHaveLength(0)
    expect(failure?.seed).toBeLessThanOrEqual(200)
  },
  600_000,
)
