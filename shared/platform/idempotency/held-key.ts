import { randomUUID } from 'node:crypto'
import { Failure } from '../../failure.ts'
import {
  type OnConditionFailed,
  put,
  update,
  upsert,
  type Write,
} from '../dynamodb/write.ts'
import type { RequestKey, StorableResponse } from './request-key.ts'
import { stillRunning, storedResponse } from './stored-response.ts'

/** An Idempotency-Key as the record of what its request began holds it. */
export type HeldKey = {
  /** Partition key of the idempotency record. */
  readonly pk: string
  readonly fingerprint: string
  /** Unix seconds */
  readonly expiresAt: number
}

/** A request's key for the record of what it begins. */
export const heldKey = ({ record, fingerprint, expiresAt }: RequestKey): HeldKey => ({
  pk: record.pk,
  fingerprint,
  expiresAt,
})

/**
 * The response to a failure of a request, for the record of what it began; undefined for one
 * after which the request may run again.
 */
export function heldRefusal(
  key: RequestKey,
  error: unknown,
): StorableResponse | undefined {
  const response = key.renderFailure(error)
  return response.status < 500 ? response : undefined
}

/**
 * The write that ends the reservation of a running request, in the transaction whose
 * record holds its key from then on. The same request may then run again. Fails with
 * `requestInProgress` when another run has the key.
 */
export const updateToHeldKey = (key: RequestKey): Write =>
  updateToLapsed(key, () => new Failure('requestInProgress'))

/** Ends a running reservation and keeps its fingerprint: no other request gets the key. */
export const updateToLapsed = (
  key: RequestKey,
  onConditionFailed: OnConditionFailed,
): Write =>
  update(key.record, { set: { lapsesAtMs: 0 }, ...stillRunning(key) }, onConditionFailed)

/**
 * The writes that store the response of a held key, by the request itself or by a call that
 * finished it. A key that has expired gets none.
 */
export function upsertHeldAnswer(
  { pk, fingerprint, expiresAt }: HeldKey,
  response: StorableResponse,
  nowMs: number,
): Write[] {
  if (expiresAt * 1000 <= nowMs) return []
  const record = { pk, sk: 'ANSWER' }
  // Chunks are read by the reservation on the record, which another run may have made
  const reservation = randomUUID()
  const { set, chunks } = storedResponse({ record, reservation, expiresAt }, response)
  return [
    upsert(record, { set: { ...set, fingerprint, reservation, expiresAt } }),
    ...chunks.map(put),
  ]
}
