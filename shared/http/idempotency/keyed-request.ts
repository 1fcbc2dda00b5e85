import { AsyncLocalStorage } from 'node:async_hooks'
import type { Key } from '../../dynamodb/keys.ts'
import { registerTransactionHook } from '../../dynamodb/transaction-hook.ts'
import type { HttpResponse } from '../exchange.ts'
import { responseWrites } from './response-record.ts'

/** A request that runs under an Idempotency-Key. */
export type KeyedRequest = {
  /** The key of the idempotency record. */
  readonly record: Key
  /** This run's own mark on the record; a run that lost it may write nothing. */
  readonly reservation: string
  /** Tells the request from others that use the same key. */
  readonly fingerprint: string
  /** Unix seconds until which the response is stored. */
  readonly expiresAt: number
  /** The response for a handler's value, as it will be sent. */
  readonly render: (value: unknown) => HttpResponse
  /** The response to a failure of the handler, as it will be sent. */
  readonly renderFailure: (error: unknown) => HttpResponse
  /** What `render` returned for the transaction that stores the response. */
  rendered?: HttpResponse
  /** Set once the response is stored. */
  isStored: boolean
}

const current = new AsyncLocalStorage<KeyedRequest>()

/** Runs a handler whose transactions store its response under the Idempotency-Key. */
export const runKeyed = <T>(request: KeyedRequest, handle: () => T): T =>
  current.run(request, handle)

/** The keyed request that is running; undefined when the request carries no key. */
export const currentKeyedRequest = (): KeyedRequest | undefined => current.getStore()

registerTransactionHook({
  // A response longer than a record is stored after the transaction.
  alsoWrite: (value) => {
    const request = current.getStore()
    if (!request || value === undefined) return []
    request.rendered = request.render(value)
    const { write, chunks } = responseWrites(request, request.rendered)
    return chunks.length === 0 ? [write] : []
  },
  committed: () => {
    const request = current.getStore()
    if (request) request.isStored = true
  },
})
