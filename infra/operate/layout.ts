import { DynamoDBClient, GetItemCommand } from '@aws-sdk/client-dynamodb'
import { schemaKey } from '../../shared/dynamodb/schema-version.ts'

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
