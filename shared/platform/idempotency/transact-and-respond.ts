import { AsyncLocalStorage } from 'node:async_hooks'
import { Failure } from '../../failure.ts'
import { carriedWrite } from '../dynamodb/committed-with.ts'
import { maxActions, transact } from '../dynamodb/transact.ts'
import { needed, type Writes } from '../dynamodb/write.ts'
import type { RequestKey } from './request-key.ts'
import { responseWrites } from './stored-response.ts'

/** Under which key a handler runs; or that it only repeats what is known. */
const running = new AsyncLocalStorage<RequestKey | 'repeats'>()

/** Runs a handler whose `transactAndRespond` stores its response under the key. */
export const runKeyed = <T>(key: RequestKey, handle: () => T): T =>
  running.run(key, handle)

/**
 * Runs a handler that commits nothing: it answers what an earlier run has sold, although that has
 * not stored its response. Throws `requestInProgress` where nothing is known of one.
 */
export async function repeatKnown<T>(handle: () => Promise<T> | T): Promise<T> {
  try {
    return await running.run('repeats', async () => handle())
  } catch (error) {
    // The refusal, such as for missing stock, may be the earlier run's doing
    throw error instanceof Failure ? new Failure('requestInProgress') : error
  }
}

/**
 * Commits writes like `transact`, and returns `response`, which the handler returns: a request
 * with an Idempotency-Key stores it in this same transaction, so that no crash can separate the
 * operation from its response. One that does not fit a record is stored afterwards, and so is
 * one for which the transaction has no room, if the operation knows its repetition without it.
 */
export async function transactAndRespond<T>(
  writes: Writes,
  response: T,
  { knowsRepetition = false } = {},
): Promise<T> {
  const key = running.getStore()
  if (key === 'repeats') throw new Failure('requestInProgress')
  if (!key) {
    await transact(writes)
    return response
  }
  const rendered = key.render(response)
  const { write, chunks } = responseWrites(key, rendered)
  const others = needed([...writes, carriedWrite()?.write]).length
  const hasRoom = others < maxActions || !knowsRepetition
  const fits = chunks.length === 0 && hasRoom
  await transact(fits ? [...writes, write] : writes)
  if (fits) key.stored = rendered
  return response
}
