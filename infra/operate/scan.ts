import { type AttributeValue, ScanCommand } from '@aws-sdk/client-dynamodb'
import { marshall, unmarshall } from '@aws-sdk/util-dynamodb'
import { send, TableName } from '../../shared/platform/dynamodb/client.ts'
import type { Key } from '../../shared/platform/dynamodb/keys.ts'

/** A record as DynamoDB has it. */
export type StoredItem = Record<string, AttributeValue>

/** Partitions that begin with a text, or contain another. */
export type Partitions = { readonly beginWith: string; readonly orContain?: string }

/**
 * A chunk of the table: those of the next `limit` records that are in one of the partitions.
 * This is not a request path, so it may scan. `units` are the read capacity that it took.
 */
export async function scan(
  { beginWith, orContain }: Partitions,
  from: Key | undefined,
  limit: number,
) {
  const { Items, ScannedCount, LastEvaluatedKey, ConsumedCapacity } = await send(
    new ScanCommand({
      TableName: TableName(),
      ConsistentRead: true,
      Limit: limit,
      ExclusiveStartKey: from && marshall(from),
      FilterExpression: `begins_with(pk, :begin)${orContain ? ' OR contains(pk, :contained)' : ''}`,
      ExpressionAttributeValues: {
        ':begin': { S: beginWith },
        ...(orContain && { ':contained': { S: orContain } }),
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
