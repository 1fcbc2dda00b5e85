import counted from './counted.json' with { type: 'json' }
import prices from './prices.json' with { type: 'json' }

/** What AWS meters, by its name in infra/cost/prices.json. */
export type Meter = keyof typeof prices.prices

/** How much of each meter is used. */
export type Usage = { readonly [M in Meter]?: number }

/** The sum of several usages. */
export function sum(...usages: readonly Usage[]): Usage {
  const total: { [M in Meter]?: number } = {}
  for (const usage of usages) {
    for (const [meter, amount] of Object.entries(usage) as [Meter, number][]) {
      total[meter] = (total[meter] ?? 0) + amount
    }
  }
  return total
}

/** A usage so many times. */
export const times = (count: number, usage: Usage): Usage =>
  Object.fromEntries(
    Object.entries(usage).map(([meter, amount]) => [meter, count * amount]),
  )

/** An activity whose table capacity was counted on the engine (`npm run count`). */
export type CountedActivity = keyof typeof counted

/** The table capacity of a counted activity. */
export const capacityOf = (activity: CountedActivity): Usage => counted[activity]
