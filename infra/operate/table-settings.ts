import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  type KeySchemaElement,
  ResourceNotFoundException,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from '@aws-sdk/client-dynamodb'
import { type IndexSchema, tableSchema } from '../../shared/dynamodb/schema.ts'

/** What a table is like, as far as a deployment depends on it. */
export type TableSettings = {
  readonly pk: string
  readonly sk: string
  readonly indexes: readonly IndexSchema[]
  /** Whether records vanish by the schema's TTL attribute. */
  readonly hasTimeToLive: boolean
  /** Whether it can be restored to a point in time. */
  readonly hasRecovery: boolean
  readonly isProtected: boolean
}

/** The settings of a table; undefined when there is none of this name in the region. */
export async function describeTable(name: string): Promise<TableSettings | undefined> {
  const client = new DynamoDBClient({})
  const TableName = name
  try {
    const [{ Table }, { TimeToLiveDescription }, { ContinuousBackupsDescription }] =
      await Promise.all([
        client.send(new DescribeTableCommand({ TableName })),
        client.send(new DescribeTimeToLiveCommand({ TableName })),
        client.send(new DescribeContinuousBackupsCommand({ TableName })),
      ])
    const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription
    return {
      ...keysOf(Table?.KeySchema),
      indexes: (Table?.GlobalSecondaryIndexes ?? []).map((index) => ({
        name: index.IndexName ?? '',
        ...keysOf(index.KeySchema),
        projects: index.Projection?.NonKeyAttributes ?? [],
      })),
      hasTimeToLive:
        TimeToLiveDescription?.AttributeName === tableSchema.timeToLive &&
        /^ENABL/.test(TimeToLiveDescription.TimeToLiveStatus ?? ''),
      hasRecovery: recovery?.PointInTimeRecoveryStatus === 'ENABLED',
      isProtected: Table?.DeletionProtectionEnabled ?? false,
    }
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** Gives a table what a restore leaves behind: the TTL and recovery to a point in time. */
export async function mendTable(name: string, settings: TableSettings): Promise<void> {
  const client = new DynamoDBClient({})
  if (!settings.hasTimeToLive) {
    await client.send(
      new UpdateTimeToLiveCommand({
        TableName: name,
        TimeToLiveSpecification: {
          AttributeName: tableSchema.timeToLive,
          Enabled: true,
        },
      }),
    )
  }
  if (!settings.hasRecovery) {
    await client.send(
      new UpdateContinuousBackupsCommand({
        TableName: name,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
      }),
    )
  }
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
