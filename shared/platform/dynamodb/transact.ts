import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  AttributeValue,
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import {
  PutCommand,
  TransactGetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { backoffMs } from '../../backoff.ts'
import { Failure, isFailure } from '../../failure.ts'
import { send, TableName } from './client.ts'
import { carriedWrite } from './committed-with.ts'
import type { Item, Key } from './keys.ts'
import { keyPrefix, stripped } from './shop-keys.ts'
import { keyOf, needed, type Write, type Writes } from './write.ts'

/** Time for which a transaction is retried while others are in its way. */
const retryForMs = 8_000
/**
 * A transaction is busy with its records for some tens of ms. The cap is a few times as much: who
 * waits for longer loses to all who came later.
 */
const backoff = { baseMs: 10, capMs: 250 }

/** Actions of one transaction. */
export const maxActions = 100

/**
 * Commits writes, all or none. Every write whose condition may refuse a request goes
 * through here: the client request token makes a retry after a lost reply succeed, where a
 * single conditional write would fail on its own first attempt.
 *
 * Throws the `onConditionFailed` error of the first write whose condition does not hold.
 * Transaction conflicts, throttles and an earlier attempt that is still in progress are
 * retried with backoff; after 8 s they are `storageUnavailable`.
 */
export async function transact(given: Writes): Promise<void> {
  const carried = carriedWrite()
  const writes = needed([...given, carried?.write])
  refuseImpossible(writes)
  const command = new TransactWriteCommand({
    TransactItems: writes.map(({ action }) => action),
    ClientRequestToken: randomUUID(),
  })
  await untilNoConflict(
    () => send(command),
    (error) => refuse(writes, error as TransactionCanceledException),
  )
  if (carried) carried.isCommitted = true
}

/**
 * Commits one update as `transact` does, and throws the same. Its condition must still
 * hold, or its refusal do no harm, when a retry after a lost reply repeats it: then it
 * needs no transaction, which costs twice as much and takes twice as long.
 */
export async function commitRepeatable(write: Write): Promise<void> {
  if (carriedWrite()) return transact([write])
  const { action, onConditionFailed } = write
  if (!action.Update) throw new Error('not an update')
  const command = new UpdateCommand(action.Update)
  await untilNoConflict(
    () => send(command),
    (error) => {
      if (error.name !== 'ConditionalCheckFailedException') return
      const { Item: current } = error as ConditionalCheckFailedException
      throw onConditionFailed?.(plain(current)) ?? new Failure('conflict')
    },
  )
}

/**
 * Errors that DynamoDB throws when a condition does not hold, or a transaction is in the way.
 */
const refusals = [
  'TransactionCanceledException',
  'TransactionInProgressException',
  'TransactionConflictException',
  'ConditionalCheckFailedException',
]

/**
 * Reads records at one moment, in the order of the keys; undefined for a missing one. At
 * twice the cost of `readMany`.
 */
export async function readTogether<Records extends readonly Item[]>(
  keys: readonly Key[],
): Promise<{ [At in keyof Records]: Records[At] | undefined }> {
  const TransactItems = keys.map((key) => ({
    Get: { TableName: TableName(), Key: key },
  }))
  const command = new TransactGetCommand({ TransactItems })
  const { Responses = [] } = await untilNoConflict(
    () => send(command),
    () => undefined,
  )
  const records: unknown = keys.map((_, at) => Responses[at]?.Item)
  return records as { [At in keyof Records]: Records[At] | undefined }
}

/**
 * Tries again until no other transaction is in the way. `refuse` throws for the other
 * meanings of a refusal.
 */
async function untilNoConflict<T>(
  commit: () => Promise<T>,
  refuse: (error: Error) => void,
): Promise<T> {
  const giveUpAtMs = Date.now() + retryForMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await commit()
    } catch (error) {
      if (!refusals.includes((error as Error).name)) throw error
      refuse(error as Error)
      if (Date.now() > giveUpAtMs)
        throw new Failure('storageUnavailable', {}, { cause: error })
      await sleep(backoffMs(attempt, backoff))
    }
  }
}

/** Commits writes; false if one of them fails with `conflict`, as it does by default. */
export async function transactIfHolds(writes: Writes): Promise<boolean> {
  try {
    await transact(writes)
    return true
  } catch (error) {
    if (isFailure(error, 'conflict')) return false
    throw error
  }
}

/**
 * Stores a record unless one is there already. A retry after a lost reply finds the record
 * of its first attempt, so this needs no transaction, which costs twice as much.
 */
export async function putIfAbsent(item: Item): Promise<void> {
  const ConditionExpression = 'attribute_not_exists(pk)'
  try {
    await send(
      new PutCommand({ TableName: TableName(), Item: item, ConditionExpression }),
    )
  } catch (error) {
    if ((error as Error).name !== 'ConditionalCheckFailedException') throw error
  }
}

/**
 * Commits an update after which its condition still holds, or whose repetition does no
 * harm; false if it does not hold. A retry after a lost reply repeats it, so this needs
 * no transaction. An update that a transaction is in the way of is left out.
 */
export async function updateIfHolds({ action: { Update } }: Write): Promise<boolean> {
  if (!Update) throw new Error('not an update')
  try {
    await send(new UpdateCommand(Update))
  } catch (error) {
    const { name } = error as Error
    if (name === 'ConditionalCheckFailedException') return false
    if (name !== 'TransactionConflictException') throw error
  }
  return true
}

/**
 * DynamoDB accepts 100 actions, and one per record. Two writes share a key only if
 * their ids name no record, so the second action's own failure is the right one.
 */
function refuseImpossible(writes: readonly Write[]): void {
  if (writes.length > maxActions) {
    throw new Failure('invalid', { fault: 'too many records in one request' })
  }
  const seen = new Set<string>()
  for (const write of writes) {
    const { pk, sk } = keyOf(write)
    const name = `${pk}\n${sk}`
    if (seen.has(name))
      throw write.onConditionFailed?.(undefined) ?? new Failure('conflict')
    seen.add(name)
  }
}

/** Throws the meaning of a cancelled transaction, or returns when it may be tried again. */
function refuse(writes: readonly Write[], cancelled: TransactionCanceledException): void {
  const reasons = cancelled.CancellationReasons ?? []
  for (const [index, { Code, Item: current, Message = '' }] of reasons.entries()) {
    if (Code === 'ConditionalCheckFailed') {
      throw writes[index]?.onConditionFailed?.(plain(current)) ?? new Failure('conflict')
    }
    if (Code === 'ValidationError') {
      throw /size/i.test(Message)
        ? new Failure('invalid', { fault: 'text too large' })
        : new Failure('storageUnavailable', {}, { cause: cancelled })
    }
  }
}

const plain = (current: Record<string, AttributeValue> | undefined) =>
  current && stripped(unmarshall(current) as Item, keyPrefix())
