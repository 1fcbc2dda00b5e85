import { randomUUID } from 'node:crypto'
import type { Key } from '../../dynamodb/keys.ts'
import {
  type OnConditionFailed,
  put,
  update,
  upsert,
  type Write,
} from '../../dynamodb/write.ts'
import { Failure } from '../../failure.ts'
import type { HttpResponse } from '../exchange.ts'
import { currentKeyedRequest, type KeyedRequest } from './keyed-request.ts'
import { chunksOf, type StoredResponse } from './response-record.ts'
import { storedBody } from './stored-body.ts'

/** An Idempotency-Key as the record of what its request began holds it. */
export type HeldKey = {
  /** Partition key of the idempotency record. */
  readonly pk: string
  readonly fingerprint: string
  /** Unix seconds */
  readonly expiresAt: number
}

/** The key of the running request; undefined when it has none. */
export function currentKey(): HeldKey | undefined {
  const request = currentKeyedRequest()
  if (!request) return undefined
  const { record, fingerprint, expiresAt } = request
  return { pk: record.pk, fingerprint, expiresAt }
}

/**
 * The response to a failure of the running request, for the record of what it began;
 * undefined without a key, and for one after which the request may run again.
 */
export function heldRefusal(error: unknown): HttpResponse | undefined {
  const response = currentKeyedRequest()?.renderFailure(error)
  return response && response.status < 500 ? response : undefined
}

/**
 * The write that ends the reservation of the running request, in the transaction whose
 * record holds its key from then on. The same request may then run again. Fails with
 * `requestInProgress` when another run has the key.
 */
export function updateToHeldKey(): Write[] {
  const request = currentKeyedRequest()
  if (!request) return []
  return [updateToLapsed(request, () => new Failure('requestInProgress'))]
}

/** Ends a running reservation and keeps its fingerprint: no other request gets the key. */
export const updateToLapsed = (
  { record, reservation }: Pick<KeyedRequest, 'record' | 'reservation'>,
  onConditionFailed: OnConditionFailed,
): Write =>
  update(
    record,
    {
      set: { lapsesAtMs: 0 },
      when: '#reservation = :mine AND #state = :running',
      values: { mine: reservation, running: 'running' },
    },
    onConditionFailed,
  )

/**
 * The writes that store the response of a held key, by the request itself or by a call that
 * finished it. A key that has expired gets none.
 */
export function upsertHeldAnswer(
  { pk, fingerprint, expiresAt }: HeldKey,
  { status, contentType, body }: HttpResponse,
  nowMs: number,
): Write[] {
  if (expiresAt * 1000 <= nowMs) return []
  const record: Key = { pk, sk: 'ANSWER' }
  // Chunks are read by the reservation on the record, which another run may have made
  const reservation = randomUUID()
  const { stored, chunks } = storedBody(
    body,
    chunksOf({ record, reservation }),
    expiresAt,
  )
  const set = {
    state: 'answered',
    status,
    contentType,
    isBase64: false,
    ...stored,
  } satisfies StoredResponse
  return [
    upsert(record, { set: { ...set, fingerprint, reservation, expiresAt } }),
    ...chunks.map(put),
  ]
}
