import { AsyncLocalStorage } from 'node:async_hooks'
import { transact } from '../dynamodb/transact.ts'
import type { Writes } from '../dynamodb/write.ts'
import type { RequestKey } from './request-key.ts'
import { responseWrites } from './stored-response.ts'

const running = new AsyncLocalStorage<RequestKey>()

/** Runs a handler whose `transactAndRespond` stores its response under the key. */
export const runKeyed = <T>(key: RequestKey, handle: () => T): T =>
  running.run(key, handle)

/**
 * Commits writes like `transact`, and returns `response`, which the handler returns: a request
 * with an Idempotency-Key stores it in this same transaction, so that no crash can separate the
 * operation from its response. One that does not fit a record is stored afterwards.
 */
export async function transactAndRespond<T>(writes: Writes, response: T): Promise<T> {
  const key = running.getStore()
  if (!key) {
    await transact(writes)
    return response
  }
  const rendered = key.render(response)
  const { write, chunks } = responseWrites(key, rendered)
  const fits = chunks.length === 0
  await transact(fits ? [...writes, write] : writes)
  if (fits) key.stored = rendered
  return response
}
