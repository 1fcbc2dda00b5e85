import type { OperationCost } from '../endpoints/counted-client.ts'
import { countEveryEndpoint } from '../endpoints/every-endpoint.ts'
import { type Line, type Section, sectionOf } from '../section.ts'

/** Measures the cost of each operation at the table. */
export const measure = async (): Promise<Section[]> => [
  sectionOf(
    'Counted cost of every operation in a small shop',
    await countEveryEndpoint(),
    ({ operation, roundTrips, reads, writes }) => ({
      operation: `\`${operation}\``,
      'round trips': roundTrips,
      'read units': reads,
      'write units': writes,
    }),
    mostLine,
  ),
]

function mostLine(costs: readonly OperationCost[]): Line[] {
  const most = (of: (cost: OperationCost) => number) => Math.max(...costs.map(of))
  const units = most(({ reads, writes }) => reads + writes)
  const roundTrips = most((cost) => cost.roundTrips)
  return [
    [
      `each of ${costs.length} operations ([all](costs.md))`,
      `at most ${roundTrips} round trips, ${units} capacity units`,
    ],
  ]
}
