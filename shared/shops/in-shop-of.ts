import { inShop, mainShop } from '../current-shop.ts'
import { currentOf, findShop } from './shop-records.ts'

/**
 * Runs work that follows from a shop's records, in the shop with this id; undefined is the main
 * one. Nothing runs for a shop that is being imported or deleted, or is gone.
 */
export async function inShopOf(
  id: string | undefined,
  work: () => Promise<void>,
): Promise<void> {
  if (id === undefined) return inShop(mainShop, work)
  const shop = await findShop(id)
  if (shop && !shop.unfinished) await inShop(currentOf(shop), work)
}
