import { openCountedShop } from '../bench-shop.ts'
import { type Cost, countCosts } from '../costs.ts'
import { withShop } from '../engines.ts'
import { type Growth, measureGrowth } from '../growth.ts'
import { type Line, type Section, sectionOf } from '../section.ts'

/** Measures counted figures, which are equal on every machine. */
export const measure = (): Promise<Section[]> =>
  withShop(openCountedShop, async (shop, { dynamoDb }) => [
    sectionOf(
      'Counted cost at the table (budget in brackets)',
      await countCosts(shop),
      ({ request, roundTrips, capacity, budget, calls }) => ({
        request,
        'round trips': `${roundTrips} (${budget.roundTrips})`,
        'capacity units': `${capacity} (${budget.capacity})`,
        calls,
      }),
      saleLine,
    ),
    sectionOf(
      'Capacity units of a request among other orders in the table',
      await measureGrowth(shop, dynamoDb),
      ({ request, small, large }) => ({
        request,
        'among 1,000': small,
        'among 100,000': large,
      }),
      growthLine,
    ),
  ])

const saleLine = (costs: readonly Cost[]): Line[] =>
  costs
    .filter(({ request }) => request === 'cash checkout of 1 product')
    .map(({ request, roundTrips, capacity }) => [
      request,
      `${roundTrips} round trips, ${capacity} capacity units`,
    ])

function growthLine(growth: readonly Growth[]): Line[] {
  const grown = Math.max(...growth.map(({ small, large }) => large - small))
  const figure = `${grown} capacity units more than among 1,000`
  return [['lists, reports and sales among 100,000 orders', figure]]
}
