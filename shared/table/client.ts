import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { atMost } from '../at-most.ts'
import { Failure } from '../failure.ts'
import { settings } from '../settings.ts'

/**
 * The connection to the one table. Short socket timeouts and a bounded number of
 * attempts keep a till's request inside the API's 30 seconds when the network stalls.
 */
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    maxAttempts: 4,
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 2_000,
      // Without it a request that takes too long is only warned of
      throwOnRequestTimeout: true,
    },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
)

/** Refusals that callers read for themselves; everything else is a storage failure. */
const refusals = new Set([
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'TransactionInProgressException',
])

/**
 * As many calls at once as the connections answer without delay; the SDK would count the
 * wait for a connection as a failure to connect. A Lambda never comes near it, but on one
 * machine all functions share this client.
 */
const inTurn = atMost(16)

/** Sends a command to the table. Throws `storage` when the table cannot be reached. */
export const send: typeof client.send = async (
  command: Parameters<typeof client.send>[0],
) => {
  try {
    return await inTurn(() => client.send(command))
  } catch (cause) {
    const error = cause as Error
    if (refusals.has(error.name)) throw error
    if (isTooLarge(error)) throw new Failure('invalid', { fault: 'text too large' })
    throw new Failure('storage', {}, { cause })
  }
}

/** The table's name, which every command carries. */
export const TableName = () => settings.tableName()

/** DynamoDB holds 400 KB an item and 4 MB a transaction. */
const isTooLarge = (error: Error) =>
  error.name === 'ValidationException' && /item size|size limit/i.test(error.message)
