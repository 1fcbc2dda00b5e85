import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb'
import { canonical } from '../support/canonical.ts'

/**
 * Records that requests write even when they are rejected. The wallet's payments enter the audit
 * trail before the node is asked, which may refuse them. When the node was asked how it is, is kept.
 */
const isOfRequests = ({ pk, sk, kind }: Record<string, unknown>) =>
  /^(IDEMPOTENCY|LOGIN-LIMIT|SESSION|USER-SESSIONS|RECEIPT-PAGE-RATE)#/.test(
    String(pk),
  ) ||
  sk === 'NODE-HEALTH' ||
  (pk === 'AUDIT' && kind === 'wallet')

/** All records of a table by key, but those that rejected requests may write. */
export async function allRecords(TableName: string): Promise<Map<string, string>> {
  const records = new Map<string, string>()
  let from: Record<string, unknown> | undefined
  do {
    const page = await client().send(
      new ScanCommand({ TableName, ConsistentRead: true, ExclusiveStartKey: from }),
    )
    for (const item of page.Items ?? []) {
      if (!isOfRequests(item)) records.set(`${item.pk} ${item.sk}`, canonical(item))
    }
    from = page.LastEvaluatedKey
  } while (from)
  return records
}

let connection: DynamoDBDocumentClient | undefined

/** Created at its first use, when the shop has set the environment. */
const client = () => (connection ??= DynamoDBDocumentClient.from(new DynamoDBClient()))
