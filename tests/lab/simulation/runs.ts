import { bundleHandlers } from './machine/bundle.ts'
import { type Plan, planOf, planText, shrunk } from './plan.ts'
import type { Mutation } from './planted/mutation.ts'
import { openShop } from './shop/opening.ts'
import { type Report, simulate } from './simulate.ts'
import { addReport, noTotals } from './totals.ts'

/** Runs simulations on one bundle of the product, at will with a planted bug. */
export async function openRuns(mutation?: Mutation) {
  const evaluate = await bundleHandlers(mutation)
  const shop = await openShop(evaluate)
  let totals = noTotals

  const run = async (plan: Plan): Promise<Report> => {
    const report = await simulate(plan, evaluate, shop)
    totals = addReport(totals, report)
    return report
  }

  return {
    totals: () => totals,
    run,
    shop,

    /** The first of some seeds that fails, undefined when none does. */
    firstFailure: async (
      from: number,
      count: number,
      untilMs = Number.POSITIVE_INFINITY,
    ) => {
      for (
        let seed = from;
        seed < from + count && performance.now() < untilMs;
        seed += 1
      ) {
        const report = await run(planOf(seed))
        if (report.faults.length > 0) return { seed, report }
      }
      return undefined
    },

    /**
     * Describes the faults of a seed, with the commands that repeat them in their
     * smallest form.
     */
    explain: async (seed: number): Promise<string> => {
      const smallest = await shrunk(planOf(seed), async (plan) => {
        const { faults } = await run(plan)
        return faults.length > 0
      })
      const { faults } = await run(smallest)
      return [
        `seed ${seed} fails: npm run simulate -- --seed ${seed}`,
        `at its smallest: npm run simulate -- --plan '${planText(smallest)}'`,
        ...faults,
      ].join('\n')
    },
  }
}

/** Returns the first of 400 seeds that finds a planted bug; undefined when none does. */
export async function seedThatFinds(mutation: Mutation): Promise<number | undefined> {
  const { firstFailure } = await openRuns(mutation)
  const failure = await firstFailure(1, 400)
  return failure?.seed
}
