import { createHash, randomUUID } from 'node:crypto'
import { hashed, type Item } from '../../dynamodb/keys.ts'
import { noResponse, transact } from '../../dynamodb/transact.ts'
import { deleteItem, put, upsert } from '../../dynamodb/write.ts'
import { Failure, isFailure } from '../../failure.ts'
import { NodeFailure } from '../../lightning/failure.ts'
import { logger } from '../../logger.ts'
import type { Endpoint } from '../endpoint.ts'
import {
  callerId,
  type Exchange,
  exchangeOf,
  type HttpResponse,
  type Step,
} from '../exchange.ts'
import { updateToLapsed } from '../idempotency/held-key.ts'
import { type KeyedRequest, runKeyed } from '../idempotency/keyed-request.ts'
import {
  loadResponse,
  responseWrites,
  type StoredResponse,
} from '../idempotency/response-record.ts'
import { failureResponse, render } from './render.ts'

/**
 * The idempotency record of an Idempotency-Key:
 *
 *   reserve -> the handler's transaction stores the response with its writes -> replayed
 *      \-> 429 or 5xx: released, so the request runs again
 *      \-> function died: the reservation lapses after 60 s, never when it may have paid
 *      \-> a record of what it began holds the key: lapses at once, the same request may go on
 *
 * Token and permission are checked first, at every repetition: a caller who is not
 * admitted reserves no key and gets no stored response.
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

const storedSeconds = 24 * 60 * 60
const reservedMs = 60_000

/** Runs a request at most once per Idempotency-Key; repetitions get the first response. */
export const idempotency = (): Step => ({
  before: async ({ event }) => {
    const exchange = exchangeOf(event)
    const key = keyOf(exchange)
    if (key === undefined) return
    const keyed = keyedRequest(exchange, key)
    exchange.response = await reserve(exchange, keyed)
    if (exchange.response) return
    const { handle } = exchange
    exchange.keyed = keyed
    exchange.handle = (call) => runKeyed(keyed, () => handle(call))
  },
  after: async ({ event }) => {
    const exchange = exchangeOf(event)
    await settle(exchange, { mayRunAgain: mayRunAgain(exchange) })
  },
  onError: async ({ event: { exchange }, error }) => {
    if (!exchange) return
    const isReleased = mayRunAgain(exchange) || isUnsettled(error)
    const released = isReleased && !mayHavePaid(exchange, error)
    await settle(exchange, { mayRunAgain: released })
  },
})

function keyOf({ endpoint, request }: Exchange): string | undefined {
  if (endpoint.method !== 'POST' || endpoint.idempotent === false) return undefined
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (key.length < 1 || key.length > 255) throw new Failure('malformedIdempotencyKey')
  return key
}

function keyedRequest(exchange: Exchange, key: string): KeyedRequest {
  const { endpoint, caller, request } = exchange
  const owner = caller ? callerId(caller) : request.ip
  return {
    record: { pk: `IDEMPOTENCY#${hashed(`${owner}\n${key}`)}`, sk: 'ANSWER' },
    reservation: randomUUID(),
    fingerprint: fingerprintOf(exchange),
    expiresAt: Math.floor(request.nowMs / 1000) + storedSeconds,
    render: (value) => render(endpoint, value),
    renderFailure: (error) => failureResponse(error, exchange),
    isStored: false,
  }
}

/** Reserves the key for this run, or returns the response of the run before it. */
async function reserve(
  { endpoint, request }: Exchange,
  { record, reservation, fingerprint, expiresAt }: KeyedRequest,
): Promise<HttpResponse | undefined> {
  const { nowMs } = request
  const set: Reservation & { state: 'running' } = {
    state: 'running',
    fingerprint,
    reservation,
    lapsesAtMs: endpoint.pays ? Number.MAX_SAFE_INTEGER : nowMs + reservedMs,
    expiresAt,
  }
  const when =
    'attribute_not_exists(pk) OR #expiresAt < :now OR ' +
    '(#state = :running AND #lapsesAtMs < :nowMs AND #fingerprint = :fingerprint)'
  const values = { now: Math.floor(nowMs / 1000), nowMs, running: 'running' }
  const onConditionFailed = (current: Item | undefined) =>
    new KeyInUse(current as IdempotencyRecord)
  try {
    await transact([upsert(record, { set, when, values }, onConditionFailed)], noResponse)
    return undefined
  } catch (error) {
    if (!(error instanceof KeyInUse)) throw error
    return replay(error.record, fingerprint)
  }
}

/** The stored response of the same request. Throws `idempotencyKeyReused`, `requestInProgress`. */
async function replay(record: IdempotencyRecord, fingerprint: string) {
  if (record.fingerprint !== fingerprint) throw new Failure('idempotencyKeyReused')
  if (record.state === 'running') throw new Failure('requestInProgress')
  return loadResponse({ ...record, record })
}

/** The same for the same request: endpoint, path, query and body. */
const fingerprintOf = ({ endpoint, params, query, request }: Exchange) =>
  createHash('sha256')
    .update(JSON.stringify([endpoint.path, params, query]))
    .update(request.bytes())
    .digest('base64url')

/** Another request, or an earlier run of this one, holds the key. */
class KeyInUse extends Error {
  readonly record: IdempotencyRecord
  constructor(record: IdempotencyRecord) {
    super('the Idempotency-Key is in use')
    this.record = record
  }
}

/**
 * Stores a response that no transaction has stored, refusals included, or releases the
 * key. If that fails the caller still gets the response, and the key stays reserved: a
 * repetition must not find it free.
 */
async function settle(
  { endpoint, keyed, response }: Exchange,
  { mayRunAgain }: { mayRunAgain: boolean },
): Promise<void> {
  if (!keyed || !response || keyed.isStored) return
  try {
    await (mayRunAgain ? release(keyed, endpoint) : store(keyed, response))
  } catch (error) {
    if (endpoint.resumes && isAnswered(error)) return
    logger.error('response-not-stored', { error: String(error) })
  }
}

/** Another call has finished what the request had begun, and has stored the response. */
const isAnswered = (error: unknown) => isFailure(error, 'requestInProgress')

async function store(keyed: KeyedRequest, response: HttpResponse): Promise<void> {
  const { write, chunks } = responseWrites(keyed, response)
  for (const chunk of chunks) await transact([put(chunk)], noResponse)
  await transact([write], noResponse)
  keyed.isStored = true
}

/** Releases the key; a response that was stored after all stays. */
async function release(keyed: KeyedRequest, { resumes }: Endpoint): Promise<void> {
  const stillRunning = {
    when: '#reservation = :mine AND #state = :running',
    values: { mine: keyed.reservation, running: 'running' },
  }
  const released = resumes
    ? updateToLapsed(keyed, () => new AlreadyStored())
    : deleteItem(keyed.record, stillRunning, () => new AlreadyStored())
  try {
    await transact([released], noResponse)
  } catch (error) {
    if (!(error instanceof AlreadyStored)) throw error
  }
}

class AlreadyStored extends Error {}

/** 429 and 5xx are not stored, so the request may run again. */
const mayRunAgain = ({ response }: Exchange) =>
  response !== undefined && (response.status === 429 || response.status >= 500)

/** The response says to try again: nothing was written, or the end is not known yet. */
const isUnsettled = (error: unknown) => isFailure(error, 'conflict', 'refundInProgress')

/** Whether a failed request may have moved money; a named failure comes before that. */
function mayHavePaid({ endpoint: { pays = false } }: Exchange, error: unknown): boolean {
  if (error instanceof NodeFailure) return pays && error.sent
  return pays && !(error instanceof Failure)
}
