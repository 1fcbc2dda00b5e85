import { inShop, mainShop } from '../../current-shop.ts'
import { currentOf, findShop } from './shop-records.ts'

/**
 * Runs work that follows from a shop's records, in the shop with this id; undefined is the main
 * one. Nothing runs for a shop that is being imported or deleted, or is gone. The work learns
 * until when changes, Unix ms, are the import's, of which nothing follows.
 */
export async function inShopOf(
  id: string | undefined,
  work: (importedUntilMs: number) => Promise<void>,
): Promise<void> {
  if (id === undefined) return inShop(mainShop, () => work(0))
  const shop = await findShop(id)
  if (!shop || shop.unfinished) return
  // The stream is behind, and says times in whole seconds
  const untilMs = shop.importedAtMs === undefined ? 0 : shop.importedAtMs + 1_000
  await inShop(currentOf(shop), () => work(untilMs))
}
