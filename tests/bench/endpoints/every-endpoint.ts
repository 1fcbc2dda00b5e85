import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { allEndpoints } from '../../generated/endpoints.ts'
import { examplePath } from '../../generated/lists.ts'
import type { Client } from '../../support/client.ts'
import { removeFolder } from '../../support/remove-folder.ts'
import { openCountedShop } from '../bench-shop.ts'
import { withEngines } from '../engines.ts'
import { callAgents } from './agents.ts'
import { callCatalog } from './catalog.ts'
import { type Costs, CountedClient, type OperationCost } from './counted-client.ts'
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
  process.env.TILLS = 'true'
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
      await callOthers(till, costs)
    } finally {
      await shop.close()
      await removeFolder(dataDir)
    }
  })
  const missing = allEndpoints.map(([key]) => key).filter((key) => !costs.has(key))
  if (missing.length > 0) {
    throw new Error(`files of tests/bench/endpoints must call ${missing.join(', ')}`)
  }
  return allEndpoints.flatMap(([operation]) => costs.get(operation) ?? [])
}

/** Calls the reads that no file calls and whose path the declaration gives. */
async function callOthers(client: Client, costs: Costs): Promise<void> {
  for (const [operation, endpoint] of allEndpoints) {
    const isGiven = endpoint.method === 'GET' && !endpoint.path.includes('{')
    if (isGiven && !costs.has(operation)) await client.get(examplePath(endpoint))
  }
}
