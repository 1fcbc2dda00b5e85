import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { send, TableName } from '../../shared/dynamodb/client.ts'
import type { Key } from '../../shared/dynamodb/keys.ts'

/** A record as DynamoDB has it. */
export type StoredItem = Record<string, AttributeValue>

/**
 * A chunk of the table: of the next `limit` records those whose partition begins with a
 * text, in any shop.
 * This is not a request path, so it may scan. `units` are the read capacity that it took.
 */
export async function scan(partitions: string, from: Key | undefined, limit: number) {
  const { Items, ScannedCount, LastEvaluatedKey, ConsumedCapacity } = await send(
    new ScanCommand({
      TableName: TableName(),
      ConsistentRead: true,
      Limit: limit,
      ExclusiveStartKey: from && marshall(from),
      FilterExpression: 'begins_with(pk, :partitions) OR contains(pk, :further)',
      ExpressionAttributeValues: {
        ':partitions': { S: partitions },
        // Those of a further shop begin with `@`, its id and `#`
        ':further': { S: `#${partitions}` },
      },
      ReturnConsumedCapacity: 'TOTAL',
    }),
  )
  return {
    items: (Items ?? []) as StoredItem[],
    read: ScannedCount ?? 0,
    units: ConsumedCapacity?.CapacityUnits ?? 0,
    next: LastEvaluatedKey && (unmarshall(LastEvaluatedKey) as Key),
  }
}
