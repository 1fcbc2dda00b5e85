import { expect, it } from 'vitest'
import { isLongRun, scaled, seed } from '../../support/scale.ts'
import { busyDay, planOf } from './plan.ts'
import { openRuns } from './runs.ts'
import { faultsIn, neverDone, type SimulatedMeta } from './totals.ts'

/** The first seeds in `npm test`, others at each round of `npm run test:long`. */
const seeds = scaled(70, 20_000)
const from = scaled(1, seed)

/** Of a long run the seeds get so much of each minute, or end before. */
const longMs = isLongRun ? Number(process.env.POS_TEST_MINUTES ?? 10) * 8_000 : undefined

it(
  'finds nothing wrong after any seed, and a seed replays exactly',
  async ({ task }) => {
    const { firstFailure, explain, totals, run } = await openRuns()
    const untilMs = longMs === undefined ? undefined : performance.now() + longMs
    const failure = await firstFailure(from, seeds, untilMs)
    if (failure) throw new Error(await explain(failure.seed))
    ;(task.meta as SimulatedMeta).simulated = totals()
    const done = totals()
    if (!isLongRun) {
      expect(done.seeds).toBe(seeds)
      expect(neverDone(done)).toEqual([])
      expect(done.deadLetters).toBeGreaterThan(0)
      expect(Object.keys(done.done).length).toBeGreaterThanOrEqual(60)
      // The few seeds of a short run may publish none
      expect(done.publishedOnce).toBeGreaterThan(done.seeds / 10)
    }
    expect(faultsIn(done)).toBeGreaterThan(done.seeds)
    expect(done.kills).toBeGreaterThan(done.seeds / 2)

    const [once, again] = [await run(planOf(from)), await run(planOf(from))]
    expect(again.trace).toBe(once.trace)
  },
  scaled(600_000, 1_200_000),
)

it.runIf(isLongRun)(
  'balances the books of a busy day with outages',
  async () => {
    const { run } = await openRuns()
    const operations = scaled(20, 100)
    const { faults } = await run(busyDay(seed, operations))
    const again = `npm run simulate -- --seed ${seed} --busy ${operations}`
    expect(faults, again).toEqual([])
  },
  600_000,
)
