import { Failure } from '../../failure.ts'
import { hashed, type Item } from '../dynamodb/keys.ts'
import { commitRepeatable, transact } from '../dynamodb/transact.ts'
import { deleteItem, put, upsert } from '../dynamodb/write.ts'
import { updateToLapsed } from './held-key.ts'
import type { RequestKey, StorableResponse } from './request-key.ts'
import {
  loadResponse,
  responseWrites,
  type StoredResponse,
  stillRunning,
} from './stored-response.ts'

/**
 * The idempotency record of an Idempotency-Key:
 *
 *   reserve -> the handler's transaction stores the response with its writes -> replayed
 *      \-> 429 or 5xx: released, so the request runs again
 *      \-> function died: the reservation lapses after 60 s, never when it may have paid
 *      \-> a record of what it began holds the key: lapses at once, the same request may go on
 */
type Reservation = {
  readonly fingerprint: string
  readonly reservation: string
  readonly lapsesAtMs: number
  readonly expiresAt: number
}
type IdempotencyRecord = Item &
  Reservation &
  ({ readonly state: 'running' } | StoredResponse)

const reservedMs = 60_000

/** The key of the record of a caller's Idempotency-Key. */
export const idempotencyKey = (owner: string, key: string) => ({
  pk: `IDEMPOTENCY#${hashed(`${owner}\n${key}`)}`,
  sk: 'ANSWER',
})

/**
 * Reserves the key for this run, or returns the response of the run before it. A reservation
 * that `lapses` is taken over by the same request 60 s after its function died. Throws
 * `idempotencyKeyReused`, `requestInProgress`.
 */
export async function reserve(
  { record, reservation, fingerprint, expiresAt }: RequestKey,
  nowMs: number,
  { lapses }: { readonly lapses: boolean },
): Promise<StorableResponse | undefined> {
  const set: Reservation & { state: 'running' } = {
    state: 'running',
    fingerprint,
    reservation,
    lapsesAtMs: lapses ? nowMs + reservedMs : Number.MAX_SAFE_INTEGER,
    expiresAt,
  }
  const when =
    'attribute_not_exists(pk) OR #expiresAt < :now OR ' +
    '(#state = :running AND #lapsesAtMs < :nowMs AND #fingerprint = :fingerprint) OR ' +
    // The process's own first attempt, whose reply was lost
    '(#state = :running AND #reservation = :reservation)'
  const values = { now: Math.floor(nowMs / 1000), nowMs, running: 'running' }
  const onConditionFailed = (current: Item | undefined) =>
    new KeyInUse(current as IdempotencyRecord)
  try {
    const write = upsert(record, { set, when, values }, onConditionFailed)
    // A late repetition would hold the key of a released request until the reservation lapses
    await (lapses ? commitRepeatable(write) : transact([write]))
    return undefined
  } catch (error) {
    if (!(error instanceof KeyInUse)) throw error
    const { current } = error
    if (current.fingerprint !== fingerprint) throw new Failure('idempotencyKeyReused')
    if (current.state === 'running') throw new Failure('requestInProgress')
    return loadResponse({ ...current, record })
  }
}

/** Another request, or an earlier run of this one, holds the key. */
class KeyInUse extends Error {
  readonly current: IdempotencyRecord
  constructor(current: IdempotencyRecord) {
    super('the Idempotency-Key is in use')
    this.current = current
  }
}

/** Stores a response that no transaction has stored. Throws `requestInProgress`. */
export async function storeResponse(
  key: RequestKey,
  response: StorableResponse,
): Promise<void> {
  const { write, chunks } = responseWrites(key, response)
  for (const chunk of chunks) await transact([put(chunk)])
  await transact([write])
}

/**
 * Releases the key, for the same request alone if it `staysWithRequest`. A response that was
 * stored after all stays.
 */
export async function release(
  key: RequestKey,
  { staysWithRequest }: { readonly staysWithRequest: boolean },
): Promise<void> {
  const answered = () => new AlreadyStored()
  try {
    await transact([
      staysWithRequest
        ? updateToLapsed(key, answered)
        : deleteItem(key.record, stillRunning(key), answered),
    ])
  } catch (error) {
    if (!(error instanceof AlreadyStored)) throw error
  }
}

class AlreadyStored extends Error {}
