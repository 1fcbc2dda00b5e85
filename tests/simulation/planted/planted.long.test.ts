import { expect, test } from 'vitest'
import { openRuns } from '../runs.ts'
import { mutations } from './mutations.ts'

test.each(mutations)(
  'the first 200 seeds find that $name',
  async (mutation) => {
    const { firstFailure } = await openRuns(mutation)
    const failure = await firstFailure(1, 200)
    expect(failure?.report.faults).not.toHaveLength(0)
    expect(failure?.seed).toBeLessThanOrEqual(200)
  },
  600_000,
)
