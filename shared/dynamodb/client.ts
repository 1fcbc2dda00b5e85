import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ConfiguredRetryStrategy } from '@smithy/core/retry'
import { backoffMs } from '../backoff.ts'
import { resources } from '../deployment/resources.ts'
import { Failure } from '../failure.ts'
import { limitConcurrency } from '../limit-concurrency.ts'

/** How long one call may take with all its attempts: a request's few fit the API's 30 s. */
const callTimeoutMs = 8_000

/** How long to wait before an attempt. The SDK would let a throttled till wait for seconds. */
const beforeAttemptMs = (attempt: number) =>
  backoffMs(attempt, { baseMs: 25, capMs: 1_000 })

/**
 * The connection to the one table. Attempts are many, for where a network or a table is in
 * trouble an unlucky call meets one fault after another; short timeouts notice a stalled
 * network in time for another attempt.
 */
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    retryStrategy: new ConfiguredRetryStrategy(10, beforeAttemptMs),
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
const limited = limitConcurrency(16)

/** Sends a command to the table. Throws `storageUnavailable` when the table cannot be reached. */
export const send: typeof client.send = async (
  command: Parameters<typeof client.send>[0],
) => {
  try {
    return await limited(() =>
      client.send(command, { abortSignal: AbortSignal.timeout(callTimeoutMs) }),
    )
  } catch (cause) {
    const error = cause as Error
    if (refusals.has(error.name)) throw error
    if (isTooLarge(error)) throw new Failure('invalid', { fault: 'text too large' })
    throw new Failure('storageUnavailable', {}, { cause })
  }
}

/** The table's name, which every command carries. */
export const TableName = () => resources.tableName()

/** DynamoDB holds 400 KB an item and 4 MB a transaction. */
const isTooLarge = (error: Error) =>
  error.name === 'ValidationException' && /item size|size limit/i.test(error.message)
