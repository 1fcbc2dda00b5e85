import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type {
  AttributeValue,
  TransactionCanceledException,
} from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import { Failure } from '../failure.ts'
import { send } from './client.ts'
import type { Item } from './keys.ts'
import { transactionHook } from './transaction-hook.ts'
import { keyOf, type Write } from './write.ts'

/** How long a transaction is tried again while others are in its way. */
const patienceMs = 8_000

/** The most that one transaction may do. */
export const mostActions = 100

/**
 * Writes all or nothing. This is the only way anything conditional is written: the
 * transaction's token makes a repeated attempt after a lost reply a success, where a
 * single conditional write would be refused by its own first attempt.
 *
 * `answer` is what the handler will return. A request with an Idempotency-Key keeps it in
 * this very transaction, so that no crash can separate the deed from its answer.
 *
 * Throws the refusal of the first write whose condition does not hold; conflicts,
 * throttles and an attempt of its own that still runs are waited for and never reach the
 * caller as a refusal.
 */
export async function commit(writes: readonly Write[], answer?: unknown): Promise<void> {
  const hook = transactionHook()
  const hooked = hook?.alsoWrite(answer) ?? []
  const all = [...writes, ...hooked]
  refuseImpossible(all)
  const command = new TransactWriteCommand({
    TransactItems: all.map(({ action }) => action),
    ClientRequestToken: randomUUID(),
  })
  const giveUpAtMs = Date.now() + patienceMs
  for (let attempt = 0; ; attempt += 1) {
    try {
      await send(command)
      if (hooked.length > 0) hook?.committed()
      return
    } catch (error) {
      const { name } = error as Error
      if (name === 'TransactionCanceledException') {
        refuse(all, error as TransactionCanceledException)
      } else if (name !== 'TransactionInProgressException') throw error
      if (Date.now() > giveUpAtMs) throw new Failure('storage', {}, { cause: error })
      await sleep(Math.random() * Math.min(500, 10 * 2 ** attempt))
    }
  }
}

/**
 * DynamoDB takes 100 actions and each record once. Only ids that name no record can meet
 * in one key, so what a second action on it is refused with is what it would come to.
 */
function refuseImpossible(writes: readonly Write[]): void {
  if (writes.length > mostActions) {
    throw new Failure('invalid', { fault: 'too many records in one request' })
  }
  const seen = new Set<string>()
  for (const write of writes) {
    const { pk, sk } = keyOf(write)
    const name = `${pk}\n${sk}`
    if (seen.has(name)) throw write.refusal?.(undefined) ?? new Failure('conflict')
    seen.add(name)
  }
}

/** Throws what a cancelled transaction means, or returns when it may be tried again. */
function refuse(writes: readonly Write[], cancelled: TransactionCanceledException): void {
  const reasons = cancelled.CancellationReasons ?? []
  for (const [index, { Code, Item: held, Message = '' }] of reasons.entries()) {
    if (Code === 'ConditionalCheckFailed') {
      throw writes[index]?.refusal?.(plain(held)) ?? new Failure('conflict')
    }
    if (Code === 'ValidationError') {
      throw /size/i.test(Message)
        ? new Failure('invalid', { fault: 'text too large' })
        : new Failure('storage', {}, { cause: cancelled })
    }
  }
}

const plain = (held: Record<string, AttributeValue> | undefined) =>
  held && (unmarshall(held) as Item)
