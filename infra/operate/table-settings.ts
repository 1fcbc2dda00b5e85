import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  GetItemCommand,
  type KeySchemaElement,
  ResourceNotFoundException,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { type IndexSchema, tableSchema } from '../../shared/dynamodb/schema.ts'
import { schemaKey } from '../../shared/dynamodb/schema-version.ts'

/** What a table is like, as far as a deployment depends on it. */
export type TableSettings = {
  readonly pk: string
  readonly sk: string
  readonly indexes: readonly IndexSchema[]
  /** Whether records vanish by the schema's TTL attribute. */
  readonly hasTimeToLive: boolean
  readonly isProtected: boolean
}

/** The settings of a table; undefined when there is none of this name in the region. */
export async function describeTable(name: string): Promise<TableSettings | undefined> {
  const client = new DynamoDBClient({})
  const TableName = name
  try {
    const [{ Table }, { TimeToLiveDescription }] = await Promise.all([
      client.send(new DescribeTableCommand({ TableName })),
      client.send(new DescribeTimeToLiveCommand({ TableName })),
    ])
    return {
      ...keysOf(Table?.KeySchema),
      indexes: (Table?.GlobalSecondaryIndexes ?? []).map((index) => ({
        name: index.IndexName ?? '',
        ...keysOf(index.KeySchema),
        projects: index.Projection?.NonKeyAttributes ?? [],
      })),
      hasTimeToLive:
        TimeToLiveDescription?.AttributeName === tableSchema.timeToLive &&
        TimeToLiveDescription.TimeToLiveStatus?.startsWith('ENABL') === true,
      isProtected: Table?.DeletionProtectionEnabled ?? false,
    }
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** Whether a table can be restored to a point in time. */
export async function hasRecovery(TableName: string): Promise<boolean> {
  const { ContinuousBackupsDescription } = await new DynamoDBClient({}).send(
    new DescribeContinuousBackupsCommand({ TableName }),
  )
  const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription
  return recovery?.PointInTimeRecoveryStatus === 'ENABLED'
}

/** Lets records vanish by the schema's TTL attribute. */
export async function enableTimeToLive(TableName: string): Promise<void> {
  const specification = { AttributeName: tableSchema.timeToLive, Enabled: true }
  await new DynamoDBClient({}).send(
    new UpdateTimeToLiveCommand({
      TableName,
      TimeToLiveSpecification: specification,
    }),
  )
}

/** Lets a table be restored to any second of its last 35 days. */
export async function enableRecovery(TableName: string): Promise<void> {
  await new DynamoDBClient({}).send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  )
}

/** Switches the deletion protection of a table that the stack does not own. */
export async function protectTable(name: string, isProtected: boolean): Promise<void> {
  await new DynamoDBClient({}).send(
    new UpdateTableCommand({ TableName: name, DeletionProtectionEnabled: isProtected }),
  )
}

const keysOf = (keys: readonly KeySchemaElement[] = []) => {
  const named = (type: string) =>
    keys.find(({ KeyType }) => KeyType === type)?.AttributeName ?? ''
  return { pk: named('HASH'), sk: named('RANGE') }
}

/** The version of a table's layout, by its name; 1 for a table without a schema record. */
export async function layoutOf(TableName: string): Promise<number> {
  const { Item } = await new DynamoDBClient({}).send(
    new GetItemCommand({
      TableName,
      Key: { pk: { S: schemaKey.pk }, sk: { S: schemaKey.sk } },
      ConsistentRead: true,
    }),
  )
  return Number(Item?.version?.N ?? 1)
}
