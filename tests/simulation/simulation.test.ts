import { expect, it } from 'vitest'
import { scaled } from '../support/scale.ts'
import { planOf } from './plan.ts'
import { openRuns } from './runs.ts'

/** The first seeds in `npm test`, others at each round of `npm run test:long`. */
const seeds = scaled(50, 1_000)
const from = scaled(1, 1_000 * Math.floor(Date.now() / 1_000))

it(
  'finds nothing wrong after any seed, and a seed replays exactly',
  async () => {
    const { firstFailure, explain, totals, run } = await openRuns()
    const failure = await firstFailure(from, seeds)
    if (failure) throw new Error(await explain(failure.seed))
    console.log('simulated', totals)
    expect(totals.seeds).toBe(seeds)
    expect(totals.faults).toBeGreaterThan(seeds)
    expect(totals.kills).toBeGreaterThan(seeds / 2)

    const [once, again] = [await run(planOf(from)), await run(planOf(from))]
    expect(again.trace).toBe(once.trace)
  },
  scaled(120_000, 1_200_000),
)
