import '../../../shared/localhost-names.ts'
import { limitConcurrency } from '../../../shared/limit-concurrency.ts'
import { Client } from '../../support/client.ts'
import { accepted, addProducts, cartOf, openBenchShop, setUpShop } from '../bench-shop.ts'
import { engineCpuMs } from '../engine-process.ts'
import { withShop } from '../engines.ts'
import { percentile, type Section, sectionOf } from '../section.ts'

const salesPerTill = 5

/** A till in each of a number of further shops of one deployment: they sell at once. */
export const measure = (shops: number): Promise<Section[]> =>
  withShop(
    (table, queues) =>
      openBenchShop(table, queues, undefined, {
        SHOP_DOMAIN: 'localhost',
        SHOP_RATE: '100000',
      }),
    async ({ url }, { dynamoDb }) => {
      const inTurn = limitConcurrency(4)
      const tills = await Promise.all(
        Array.from({ length: shops }, (_, at) =>
          inTurn(() => openFurtherShop(`shop-${at}`, url)),
        ),
      )
      const [first] = tills
      if (!first) throw new Error('--shops must be 1 or more')
      const rows = [
        await sellAtOnce([first], dynamoDb, shops * salesPerTill),
        await sellAtOnce(tills, dynamoDb, salesPerTill),
      ]
      return [
        sectionOf(
          `Sales in shops of one deployment that has ${shops}`,
          rows,
          ({ selling, perSecond, p50Ms, p95Ms, engineShare, residentMb }) => ({
            'shops that sell': selling,
            'sales a second': perSecond.toFixed(0),
            'p50 ms': p50Ms.toFixed(0),
            'p95 ms': p95Ms.toFixed(0),
            "engine's share": `${engineShare.toFixed(0)} %`,
            'memory of functions and tills, MB': residentMb.toFixed(0),
          }),
        ),
      ]
    },
  )

type FurtherShop = {
  readonly sell: () => Promise<unknown>
}

async function openFurtherShop(id: string, mainUrl: string): Promise<FurtherShop> {
  const { createShop } = await import('../../../shared/platform/shops/shop-records.ts')
  await createShop(id, [`${id}.localhost`], Date.now())
  const shop = await setUpShop(
    new Client(mainUrl.replace('127.0.0.1', `${id}.localhost`)),
  )
  const cart = cartOf(shop, await addProducts(shop, 1))
  return { sell: () => accepted(shop.till.post('/store/orders/checkout', cart)) }
}

async function sellAtOnce(
  shops: readonly FurtherShop[],
  dynamoDbEndpoint: string,
  salesEach: number,
) {
  const times: number[] = []
  const begunMs = performance.now()
  const ownBefore = process.cpuUsage()
  const engineBeforeMs = engineCpuMs(dynamoDbEndpoint)
  await Promise.all(
    shops.map(async ({ sell }) => {
      for (let sale = 0; sale < salesEach; sale += 1) {
        const startMs = performance.now()
        await sell()
        times.push(performance.now() - startMs)
      }
    }),
  )
  const { user, system } = process.cpuUsage(ownBefore)
  const engineMs = engineCpuMs(dynamoDbEndpoint) - engineBeforeMs
  times.sort((one, other) => one - other)
  return {
    selling: shops.length,
    perSecond: (1_000 * times.length) / (performance.now() - begunMs),
    p50Ms: percentile(times, 0.5),
    p95Ms: percentile(times, 0.95),
    engineShare: (100 * engineMs) / (engineMs + (user + system) / 1_000),
    residentMb: process.memoryUsage().rss / 1024 ** 2,
  }
}
