import { openBenchShop } from '../bench-shop.ts'
import { withShop } from '../engines.ts'
import { type Section, sectionOf } from '../section.ts'
import { measureSimulatedFanOut } from '../watchers.ts'

const counts = [1, 100, 1_000, 10_000]

/** The fan-out alone: connections are simulated. */
export const measure = (): Promise<Section[]> =>
  withShop(openBenchShop, async (shop, { dynamoDb }) => [
    sectionOf(
      'A payment to simulated connections, in ms',
      await measureSimulatedFanOut(shop, dynamoDb, counts),
      ({ watchers, posts, webhookMs, lastPostMs, ownCpuMs }) => ({
        watchers,
        posts,
        'webhook answered': webhookMs.toFixed(0),
        'last post': lastPostMs.toFixed(0),
        'processor time': ownCpuMs.toFixed(0),
      }),
      (figures) =>
        figures.map(({ watchers, lastPostMs }) => [
          `a payment to ${watchers.toLocaleString('en')} simulated connections`,
          `${lastPostMs.toFixed(0)} ms to the last post`,
        ]),
    ),
  ])
