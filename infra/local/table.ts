import { setTimeout as sleep } from 'node:timers/promises'
import {
  CreateTableCommand,
  type CreateTableCommandInput,
  DescribeTableCommand,
  DynamoDBClient,
  type GlobalSecondaryIndex,
  QueryCommand,
  ResourceNotFoundException,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb'
import { type IndexSchema, tableSchema } from '../../shared/platform/dynamodb/schema.ts'

/**
 * Creates the table, or the indexes and the stream that an older table lacks. May be stopped
 * and repeated. Without a stream, a table takes its first records unnoticed.
 */
export async function createTable(
  endpoint: string,
  TableName: string,
  { hasStream = false }: { readonly hasStream?: boolean } = {},
): Promise<void> {
  const client = new DynamoDBClient({ endpoint })
  const existing = await describe(client, TableName)
  const stream = hasStream ? { StreamSpecification } : {}
  if (!existing) {
    await client.send(new CreateTableCommand({ TableName, ...definition(), ...stream }))
    await waitUntilTableExists({ client, maxWaitTime: 10, minDelay: 1 }, { TableName })
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName,
        TimeToLiveSpecification: {
          Enabled: true,
          AttributeName: tableSchema.timeToLive,
        },
      }),
    )
    return
  }
  const statuses = new Map(
    existing.GlobalSecondaryIndexes?.map((each) => [each.IndexName, each.IndexStatus]),
  )
  for (const index of tableSchema.indexes) {
    const status = statuses.get(index.name)
    if (status === 'ACTIVE') continue
    if (!status) {
      console.log('The data is of an older release: its new index is being made ...')
      await client.send(
        new UpdateTableCommand({
          TableName,
          AttributeDefinitions: attributes([index]),
          GlobalSecondaryIndexUpdates: [{ Create: indexDefinition(index) }],
        }),
      )
    }
    await waitUntilReadable(client, TableName, index)
  }
  if (hasStream && !existing.StreamSpecification?.StreamEnabled) {
    await client.send(new UpdateTableCommand({ TableName, ...stream }))
  }
}

const StreamSpecification = {
  StreamEnabled: true,
  StreamViewType: 'NEW_AND_OLD_IMAGES',
} as const

/** An index can be read, and the next one made, once it has the table's items. */
async function waitUntilReadable(
  client: DynamoDBClient,
  TableName: string,
  { name, pk }: IndexSchema,
): Promise<void> {
  const query = new QueryCommand({
    TableName,
    IndexName: name,
    KeyConditionExpression: '#pk = :any',
    ExpressionAttributeNames: { '#pk': pk },
    ExpressionAttributeValues: { ':any': { S: 'any' } },
  })
  for (;;) {
    const indexes = (await describe(client, TableName))?.GlobalSecondaryIndexes
    const found = indexes?.find(({ IndexName }) => IndexName === name)
    if (found?.IndexStatus === 'ACTIVE') {
      // A busy engine refuses to read it for a moment longer
      const isReadable = await client.send(query).then(
        () => true,
        () => false,
      )
      if (isReadable) return
    }
    await sleep(100)
  }
}

async function describe(client: DynamoDBClient, TableName: string) {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }))
    return Table
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

function definition(): Omit<CreateTableCommandInput, 'TableName'> {
  const { partitionKey, sortKey, indexes } = tableSchema
  return {
    BillingMode: 'PAY_PER_REQUEST',
    KeySchema: keySchema(partitionKey, sortKey),
    AttributeDefinitions: attributes(indexes),
    ...(indexes.length > 0 && { GlobalSecondaryIndexes: indexes.map(indexDefinition) }),
  }
}

const indexDefinition = ({
  name,
  pk,
  sk,
  projects,
}: IndexSchema): GlobalSecondaryIndex => ({
  IndexName: name,
  KeySchema: keySchema(pk, sk),
  Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: [...projects] },
})

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
]

const attributes = (indexes: readonly IndexSchema[]) =>
  [
    ...new Set([
      tableSchema.partitionKey,
      tableSchema.sortKey,
      ...indexes.flatMap(({ pk, sk }) => [pk, sk]),
    ]),
  ].map((AttributeName) => ({ AttributeName, AttributeType: 'S' as const }))
