import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEndpoints } from '../../generated/endpoints.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { openCountedShop } from '../bench-shop.ts'
import { withEngines } from '../engines.ts'
import { callAgents } from './agents.ts'
import { callCatalog } from './catalog.ts'
import { CountedClient, type OperationCost } from './counted-client.ts'
import { callRestaurant } from './restaurant.ts'
import { callSales } from './sales.ts'
import { callShop } from './shop.ts'
import { callWallet } from './wallet.ts'

/**
 * Counts one successful call of every operation, in a small shop, sorted as the operations
 * are declared. Throws when one was not called.
 */
export async function countEveryEndpoint(): Promise<OperationCost[]> {
  const costs = new Map<string, OperationCost>()
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-costs-'))
  process.env.DOCS_PAGE = 'true'
  await withEngines(async ({ dynamoDb, queues }) => {
    const shop = await openCountedShop(
      dynamoDb,
      queues,
      (url, proxy) => new CountedClient(url, proxy, costs),
    )
    const { till, userId } = shop
    try {
      await callCatalog(till)
      await callRestaurant(till, userId)
      await callSales(till, shop)
      await callAgents(till, userId)
      await callWallet(till, shop, dataDir)
      await callShop(till, shop)
    } finally {
      await shop.close()
      await removeFolder(dataDir)
    }
  })
  return allEndpoints.map(([operation]) => {
    const cost = costs.get(operation)
    if (!cost) throw new Error(`no file of tests/bench/endpoints calls ${operation}`)
    return cost
  })
}
