import { bundleHandlers } from './machine/bundle.ts'
import type { FaultKind } from './machine/faults.ts'
import { type Plan, planOf, planText, shrunk } from './plan.ts'
import type { Mutation } from './planted/mutation.ts'
import { openShop } from './shop/opening.ts'
import { type Report, simulate } from './simulate.ts'

/** What of a report is added up. */
const counted = [
  'operations',
  'steps',
  'kills',
  'sales',
  'commits',
  'published',
  'publishedOnce',
  'gaps',
] as const satisfies readonly (keyof Report)[]

/** What several simulations did together. */
export type Totals = Record<(typeof counted)[number] | 'seeds' | 'faults', number> & {
  readonly byKind: Partial<Record<FaultKind, number>>
}

/** Runs simulations on one bundle of the product, at will with a planted bug. */
export async function openRuns(mutation?: Mutation) {
  const evaluate = await bundleHandlers(mutation)
  const shop = await openShop(evaluate)
  const totals: Totals = {
    seeds: 0,
    ...(Object.fromEntries(counted.map((name) => [name, 0])) as Record<
      (typeof counted)[number],
      number
    >),
    faults: 0,
    byKind: {},
  }

  const run = async (plan: Plan): Promise<Report> => {
    const report = await simulate(plan, evaluate, shop)
    totals.seeds += 1
    for (const name of counted) totals[name] += report[name]
    for (const [kind, count] of report.injected) {
      totals.faults += count
      totals.byKind[kind] = (totals.byKind[kind] ?? 0) + count
    }
    return report
  }

  return {
    totals,
    run,

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

    /** What went wrong with a seed, and how to see it again in its smallest form. */
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
