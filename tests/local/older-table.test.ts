import {
  DeleteTableCommand,
  DynamoDBClient,
  UpdateTableCommand,
} from '@aws-sdk/client-dynamodb'
import {
  BatchWriteCommand,
  DynamoDBDocumentClient,
  QueryCommand,
} from '@aws-sdk/lib-dynamodb'
import { expect, inject, it, vi } from 'vitest'
import { createTable } from '../../infra/local/table.ts'
import { ordersIndex } from '../../shared/dynamodb/schema.ts'

it('a table of the release before has its orders in the new index at once', async () => {
  vi.stubEnv('AWS_REGION', 'us-east-1')
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local')
  const endpoint = inject('dynamoDbEndpoint')
  const TableName = `older-${process.pid}`
  const client = new DynamoDBClient({ endpoint })
  const documents = DynamoDBDocumentClient.from(client)
  await createTable(endpoint, TableName)
  await client.send(
    new UpdateTableCommand({
      TableName,
      GlobalSecondaryIndexUpdates: [{ Delete: { IndexName: ordersIndex.name } }],
    }),
  )
  const orders = Array.from({ length: 50 }, (_, at) => ({
    pk: `ORDER#${at}`,
    sk: 'ORDER',
    kind: 'store',
    listedAt: String(at),
    userName: 'x'.repeat(200),
  }))
  for (let from = 0; from < orders.length; from += 25) {
    const puts = orders.slice(from, from + 25).map((Item) => ({ PutRequest: { Item } }))
    await documents.send(new BatchWriteCommand({ RequestItems: { [TableName]: puts } }))
  }
  await createTable(endpoint, TableName)
  const query = new QueryCommand({
    TableName,
    IndexName: ordersIndex.name,
    KeyConditionExpression: 'kind = :store',
    ExpressionAttributeValues: { ':store': 'store' },
    Select: 'COUNT',
  })
  // The engine, which other tests use, too, fails now and then while it fills an index
  await expect.poll(async () => (await documents.send(query)).Count).toBe(50)
  await client.send(new DeleteTableCommand({ TableName }))
  client.destroy()
})
