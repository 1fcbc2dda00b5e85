import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb'
import { pause } from '../../shared/pause.ts'
import { tableSchema } from '../../shared/platform/dynamodb/schema.ts'

const hourMs = 3_600_000

/** Removes expired records now and every hour: the engines ignore the table's TTL. */
export function removeExpired(endpoint: string, TableName: string) {
  const client = new DynamoDBClient({ endpoint })
  const stop = new AbortController()
  const sweepHourly = async () => {
    while (!stop.signal.aborted) {
      await sweep(client, TableName, stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted) console.error('expired records stay:', error)
      })
      await pause(hourMs, stop.signal)
    }
  }
  const sweeping = sweepHourly()
  return {
    close: async () => {
      stop.abort()
      await sweeping
    },
  }
}

async function sweep(client: DynamoDBClient, TableName: string, signal: AbortSignal) {
  const ConditionExpression = '#expiresAt < :now'
  const isExpired = {
    ExpressionAttributeNames: { '#expiresAt': tableSchema.timeToLive },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(Date.now() / 1_000)) } },
  }
  const pages = paginateScan(
    { client },
    {
      TableName,
      ProjectionExpression: 'pk, sk',
      FilterExpression: ConditionExpression,
      ...isExpired,
    },
  )
  for await (const { Items = [] } of pages) {
    for (const Key of Items) {
      if (signal.aborted) return
      const deletion = { TableName, Key, ConditionExpression, ...isExpired }
      await client.send(new DeleteItemCommand(deletion)).catch((error: unknown) => {
        // It was renewed in the meantime
        if (!(error instanceof ConditionalCheckFailedException)) throw error
      })
    }
  }
}
