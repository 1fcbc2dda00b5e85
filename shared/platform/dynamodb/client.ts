import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { ConfiguredRetryStrategy } from '@smithy/core/retry'
import { backoffMs } from '../../backoff.ts'
import { Failure } from '../../failure.ts'
import { limitConcurrency } from '../../limit-concurrency.ts'
import { resources } from '../deployment/resources.ts'
import { keyPrefix, withoutShopKeys, withShopKeys } from './shop-keys.ts'

/** Time limit of one call with all its retries: the few of a request fit the API's 30 s. */
const callTimeoutMs = 8_000

/** Backoff before a retry. The SDK's own would keep a throttled till waiting for seconds. */
const beforeAttemptMs = (attempt: number) =>
  backoffMs(attempt, { baseMs: 25, capMs: 1_000 })

/**
 * The client of the one table. It retries often, because a table or network in trouble
 * can fail several times in a row. Short timeouts notice a stalled network early enough
 * for another attempt.
 */
const client = DynamoDBDocumentClient.from(
  new DynamoDBClient({
    retryStrategy: new ConfiguredRetryStrategy(10, beforeAttemptMs),
    requestHandler: {
      connectionTimeout: 1_000,
      requestTimeout: 2_000,
      // Without it the SDK only logs a warning.
      throwOnRequestTimeout: true,
    },
  }),
  { marshallOptions: { removeUndefinedValues: true } },
)

/** Errors that callers handle themselves; any other is a storage failure. */
const handledByCallers = new Set([
  'ConditionalCheckFailedException',
  'TransactionCanceledException',
  'TransactionConflictException',
  'TransactionInProgressException',
])

/**
 * Concurrency limit: the SDK counts waiting for a free connection as a failure to connect.
 * A Lambda never reaches it, but on one machine all functions share this client.
 */
const limited = limitConcurrency(16)

/**
 * Sends a command to the table, for the current shop. Throws `storageUnavailable` when the
 * table cannot be reached.
 */
export const send: typeof client.send = async (
  command: Parameters<typeof client.send>[0],
) => {
  const prefix = keyPrefix()
  try {
    const output = await limited(() =>
      client.send(ofShop(command, prefix), {
        abortSignal: AbortSignal.timeout(callTimeoutMs),
      }),
    )
    return withoutShopKeys(output, prefix)
  } catch (cause) {
    const error = cause as Error
    if (handledByCallers.has(error.name)) throw error
    if (isTooLarge(error)) throw new Failure('invalid', { fault: 'text too large' })
    throw new Failure('storageUnavailable', {}, { cause })
  }
}

function ofShop<Command extends Parameters<typeof client.send>[0]>(
  command: Command,
  prefix: string,
): Command {
  if (prefix === '') return command
  const Constructor = command.constructor as new (input: object) => Command
  return new Constructor(withShopKeys(command.input, prefix))
}

/** The table's name, which every command carries. */
export const TableName = () => resources.tableName()

/** DynamoDB holds 400 KB an item and 4 MB a transaction. */
const isTooLarge = (error: Error) =>
  error.name === 'ValidationException' && /item size|size limit/i.test(error.message)
