import { type CurrentShop, inShop, mainShop } from '../../current-shop.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import { settings } from '../deployment/settings.ts'
import { allShops, currentOf } from './shop-records.ts'

/** Shops whose scheduled work runs at the same time. */
export const shopsAtOnce = 32

/**
 * Runs scheduled work in the main shop and in each other that is open. A shop whose work
 * fails does not hold up the others; its error is thrown when all have ended.
 */
export async function inEachShop(work: () => Promise<void>): Promise<void> {
  const limit = limitConcurrency(shopsAtOnce)
  const inOne = (shop: CurrentShop) => limit(() => inShop(shop, work))
  const inOthers = async () => {
    const others = settings.shopDomain() === '' ? [] : await allShops()
    const open = others.filter(({ state }) => state === 'open')
    await allEnded(open.map((shop) => inOne(currentOf(shop))))
  }
  await allEnded([inOne(mainShop), inOthers()])
}

async function allEnded(running: readonly Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(running)).flatMap((ended) =>
    ended.status === 'rejected' ? [ended.reason] : [],
  )
  if (failed.length === 1) throw failed[0]
  if (failed.length > 0)
    throw new AggregateError(failed, 'the work of several shops failed')
}
