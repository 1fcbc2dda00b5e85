import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startDynamoDb } from '../../infra/local/engines/dynamodb.ts'
import { startQueues } from '../../infra/local/engines/queues.ts'
import { removeFolder } from '../support/remove-folder.ts'

/** The endpoints of engines of the bench's own. */
export type Endpoints = { readonly dynamoDb: string; readonly queues: string }

/** Runs work on engines that start empty and end with it. */
export async function withEngines<Result>(
  work: (endpoints: Endpoints) => Promise<Result>,
): Promise<Result> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-queues-'))
  const [dynamoDb, queues] = await Promise.all([
    startDynamoDb(),
    startQueues({ dataDir }),
  ])
  try {
    return await work({ dynamoDb: dynamoDb.endpoint, queues: queues.endpoint })
  } finally {
    await Promise.all([dynamoDb.close(), queues.close()])
    await removeFolder(dataDir)
  }
}

/** Runs work with a shop on the engines; closes the shop before them. */
export const withShop = <Shop extends { readonly close: () => Promise<void> }, Result>(
  open: (dynamoDbEndpoint: string, queuesEndpoint: string) => Promise<Shop>,
  work: (shop: Shop, endpoints: Endpoints) => Promise<Result>,
): Promise<Result> =>
  withEngines(async (endpoints) => {
    const shop = await open(endpoints.dynamoDb, endpoints.queues)
    try {
      return await work(shop, endpoints)
    } finally {
      await shop.close()
    }
  })
