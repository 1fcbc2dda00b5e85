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
import { type IndexSchema, tableSchema } from '../../shared/platform/dynamodb/schema.ts'
import { schemaKey } from '../../shared/platform/dynamodb/schema-version.ts'

/** Settings of a table that a deployment depends on. */
export type TableSettings = {
  readonly pk: string
  readonly sk: string
  readonly indexes: readonly IndexSchema[]
  /** True if records vanish by the schema's TTL attribute. */
  readonly hasTimeToLive: boolean
  readonly isProtected: boolean
  /** The moment of the table that this one is a restore of, ISO 8601 in UTC. */
  readonly restoredTo: string | undefined
  /** The stream of its changes, if it has one. */
  readonly stream: { readonly arn: string; readonly view: string } | undefined
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
      restoredTo: Table?.RestoreSummary?.RestoreDateTime?.toISOString(),
      stream: Table?.StreamSpecification?.StreamEnabled
        ? {
            arn: Table.LatestStreamArn ?? '',
            view: Table.StreamSpecification.StreamViewType ?? '',
          }
        : undefined,
    }
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return undefined
    throw error
  }
}

/** Lets records vanish by the schema's TTL attribute, which a restored table has forgotten. */
export async function mendTimeToLive(
  TableName: string,
  { hasTimeToLive }: Pick<TableSettings, 'hasTimeToLive'>,
): Promise<void> {
  if (hasTimeToLive) return
  const AttributeName = tableSchema.timeToLive
  console.log(`The table ${TableName} gets the TTL by ${AttributeName}.`)
  const TimeToLiveSpecification = { AttributeName, Enabled: true }
  await new DynamoDBClient({}).send(
    new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }),
  )
}

/** Lets a restored table be restored in turn, to any second of its last 35 days. */
export async function mendRecovery(TableName: string): Promise<void> {
  const client = new DynamoDBClient({})
  const { ContinuousBackupsDescription } = await client.send(
    new DescribeContinuousBackupsCommand({ TableName }),
  )
  const recovery = ContinuousBackupsDescription?.PointInTimeRecoveryDescription
  if (recovery?.PointInTimeRecoveryStatus === 'ENABLED') return
  console.log(`The table ${TableName} gets recovery to a point in time.`)
  await client.send(
    new UpdateContinuousBackupsCommand({
      TableName,
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    }),
  )
}

/** View of each change that the stream must show. */
export const streamView = 'NEW_AND_OLD_IMAGES'

/** The ARN of a table's stream, which a restored table is given. */
export async function mendStream(
  TableName: string,
  { stream }: Pick<TableSettings, 'stream'>,
): Promise<string> {
  if (stream) return stream.arn
  console.log(`The table ${TableName} gets a stream of its changes.`)
  const { TableDescription } = await new DynamoDBClient({}).send(
    new UpdateTableCommand({
      TableName,
      StreamSpecification: { StreamEnabled: true, StreamViewType: streamView },
    }),
  )
  return TableDescription?.LatestStreamArn ?? ''
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

/**
 * Reads a table's schema record: the version of its layout, 1 without a record, and the
 * moment at which the table was adopted after a restore, if it was.
 */
export async function schemaOf(
  TableName: string,
): Promise<{ readonly layout: number; readonly adoptedTo: string | undefined }> {
  const { Item } = await new DynamoDBClient({}).send(
    new GetItemCommand({
      TableName,
      Key: { pk: { S: schemaKey.pk }, sk: { S: schemaKey.sk } },
      ConsistentRead: true,
    }),
  )
  return { layout: Number(Item?.version?.N ?? 1), adoptedTo: Item?.adoptedTo?.S }
}
