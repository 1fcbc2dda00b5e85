import { setTimeout as sleep } from 'node:timers/promises'
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  DynamoDBClient,
  paginateScan,
} from '@aws-sdk/client-dynamodb'
import { tableSchema } from '../../shared/dynamodb/schema.ts'

const hourMs = 3_600_000

/**
 * Removes expired records now and every hour: the embedded engines never act on the
 * table's TTL.
 */
export function removeExpired(endpoint: string, TableName: string) {
  const client = new DynamoDBClient({ endpoint })
  const stop = new AbortController()
  const sweeping = (async () => {
    for (;;) {
      await sweep(client, TableName, stop.signal).catch((error: unknown) => {
        if (!stop.signal.aborted) console.error('expired records stay:', error)
      })
      await sleep(hourMs, undefined, { signal: stop.signal, ref: false })
    }
  })().catch(() => {})
  return {
    close: async () => {
      stop.abort()
      await sweeping
    },
  }
}

async function sweep(client: DynamoDBClient, TableName: string, signal: AbortSignal) {
  const isExpired = {
    ExpressionAttributeNames: { '#expiresAt': tableSchema.timeToLive },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(Date.now() / 1_000)) } },
  }
  const condition = '#expiresAt < :now'
  const pages = paginateScan(
    { client },
    { TableName, FilterExpression: condition, ...isExpired },
  )
  for await (const { Items = [] } of pages) {
    for (const { pk = { NULL: true }, sk = { NULL: true } } of Items) {
      if (signal.aborted) return
      await client
        .send(
          new DeleteItemCommand({
            TableName,
            Key: { pk, sk },
            ConditionExpression: condition,
            ...isExpired,
          }),
        )
        .catch((error: unknown) => {
          // It was renewed in the meantime
          if (!(error instanceof ConditionalCheckFailedException)) throw error
        })
    }
  }
}
