import '../../../shared/localhost-names.ts'
import { join } from 'node:path'
import { connect } from '../../../shared/client/connect.ts'
import { PosError } from '../../../shared/client/pos-error.ts'
import { logInAsOwner } from './owner.ts'
import { addProducts, type Sale, sellForCash } from './sales.ts'
import { type Demo, expectEqual, result, step } from './steps.ts'

/** The shop beside the main one when the demo starts the system. */
export const nextDoor = 'corner'

/**
 * Sells in the shop next door, which shares the deployment: neither knows the other's owner
 * or orders. Does nothing where there is no such shop.
 */
export async function sellNextDoor(demo: Demo, sale: Sale): Promise<void> {
  const urlOf = (shop: string) =>
    Object.assign(new URL(demo.url), { hostname: `${shop}.localhost` }).origin
  const isServed = async (shop: string) => (await fetch(`${urlOf(shop)}/api/health`)).ok
  // A system with one shop serves any host
  if ((await isServed('nobody')) || !(await isServed(nextDoor))) return
  const url = urlOf(nextDoor)
  step(`The shop next door, ${url}/office`)
  const dataDir = join(demo.dataDir, 'shops', nextDoor)
  const pos = connect({ baseUrl: url })
  const userId = await logInAsOwner(pos, { url, dataDir }, 'Librería de la Esquina')
  const beside: Demo = { ...demo, url, dataDir, pos, userId }
  const [coffee, cake] = await addProducts(beside)
  const sold = await sellForCash(beside, coffee, cake)
  expectEqual('what finds the orders', await whoFinds(sale, demo, beside), ['main'])
  expectEqual('what finds the orders', await whoFinds(sold, demo, beside), ['beside'])
  result("neither shop finds the other's order")
}

/** Lists the shops, of two, that find an order. */
async function whoFinds({ orderId }: Sale, main: Demo, beside: Demo): Promise<string[]> {
  const finds = async ({ pos }: Demo) => {
    const found = await pos.storeOrders
      .one({ params: { id: orderId } })
      .catch((error) => error)
    return !(found instanceof PosError && found.status === 404)
  }
  const [inMain, isBeside] = await Promise.all([finds(main), finds(beside)])
  return [...(inMain ? ['main'] : []), ...(isBeside ? ['beside'] : [])]
}
