import { setTimeout as sleep } from 'node:timers/promises'
import {
  BatchWriteItemCommand,
  type BatchWriteItemCommandOutput,
  DynamoDBClient,
  ScanCommand,
} from '@aws-sdk/client-dynamodb'
import { createTable } from './table.ts'

/** DynamoDB's maximum for one BatchWriteItem. */
const itemsPerWrite = 25

/**
 * Copies a table from one engine to another and returns the number of items. Nothing else
 * may write to either. Throws when the copy has fewer items.
 */
export async function copyTable(
  fromEndpoint: string,
  toEndpoint: string,
  TableName: string,
): Promise<number> {
  const from = new DynamoDBClient({ endpoint: fromEndpoint })
  const to = new DynamoDBClient({ endpoint: toEndpoint })
  await createTable(toEndpoint, TableName)
  let items = 0
  for await (const page of scan(from, TableName)) {
    for (let at = 0; at < page.length; at += itemsPerWrite) {
      const chunk = page.slice(at, at + itemsPerWrite)
      await write(to, { [TableName]: chunk.map((Item) => ({ PutRequest: { Item } })) })
    }
    items += page.length
  }
  let copied = 0
  for await (const page of scan(to, TableName)) copied += page.length
  if (copied !== items) throw new Error(`only ${copied} of ${items} records were copied`)
  return items
}

async function* scan(client: DynamoDBClient, TableName: string) {
  let from: ScanCommand['input']['ExclusiveStartKey']
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: from }),
    )
    yield Items
    from = LastEvaluatedKey
  } while (from)
}

async function write(
  client: DynamoDBClient,
  requests: BatchWriteItemCommandOutput['UnprocessedItems'],
): Promise<void> {
  for (let left = requests; left && Object.keys(left).length > 0; ) {
    const written = await client.send(new BatchWriteItemCommand({ RequestItems: left }))
    left = written.UnprocessedItems
    if (Object.keys(left ?? {}).length > 0) await sleep(100)
  }
}
