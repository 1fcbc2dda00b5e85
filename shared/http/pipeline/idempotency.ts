import { createHash, randomUUID } from 'node:crypto'
import { Failure } from '../../failure.ts'
import { NodeFailure } from '../../lightning/failure.ts'
import {
  answerWrites,
  type KeptAnswer,
  type KeyedRequest,
  restOf,
  underKey,
} from '../../table/answer.ts'
import { commit } from '../../table/commit.ts'
import { restored } from '../../table/kept-body.ts'
import { hashed, type Item } from '../../table/keys.ts'
import { changeOrCreate, put, remove } from '../../table/write.ts'
import { callerId, type Exchange } from '../exchange.ts'
import { type Answer, answerFor, render } from './answer.ts'
import { pageOf } from './paging.ts'
import { readRequest } from './read-request.ts'

/**
 * The record of an Idempotency-Key (open-areas, section 0):
 *
 *   reserve -> handler's transaction stores its answer with its deed -> repetitions get it
 *      \-> 429 or 5xx: given up, so the request runs again
 *      \-> function died: the reservation lapses after 60 s, never when it may have paid
 *
 * Token and permission come before it, at every repetition: who is not admitted takes no
 * key and hears no kept answer.
 */
type Reservation = {
  readonly fingerprint: string
  readonly reservation: string
  readonly lapsesAtMs: number
  readonly expiresAt: number
}
type KeyRecord = Item & Reservation & ({ readonly state: 'running' } | KeptAnswer)

const keptSeconds = 24 * 60 * 60
const reservedMs = 60_000

/** Runs a handler, at most once per Idempotency-Key, and renders its answer. */
export async function runOnce(exchange: Exchange): Promise<Answer> {
  const key = keyOf(exchange)
  if (key === undefined) return run(exchange)

  const request = keyedRequest(exchange, key)
  const earlier = await reserve(exchange, request)
  if (earlier) return earlier
  const answer = await underKey(request, () => run(exchange)).catch(
    async (error: unknown) => {
      const refusal = answerFor(error, exchange)
      const givenUp = passing(refusal) && !maybePaid(exchange, error)
      await settleIfPossible(request, refusal, givenUp)
      throw error
    },
  )
  await settleIfPossible(request, answer, passing(answer))
  return answer
}

/**
 * Settles what has been answered, unless a transaction has. If that fails the caller still
 * hears the answer, and the key stays reserved: whoever comes back must not find it free.
 */
async function settleIfPossible(
  request: KeyedRequest,
  answer: Answer,
  givenUp: boolean,
): Promise<void> {
  if (request.kept) return
  try {
    await settle(request, answer, givenUp)
  } catch (error) {
    const line = { level: 'error', event: 'answer-not-kept', error: String(error) }
    console.log(JSON.stringify(line))
  }
}

/** A request is read under its key: one that is refused for its form keeps its refusal. */
async function run(exchange: Exchange): Promise<Answer> {
  const { endpoint, handle } = exchange
  const call = readRequest(exchange)
  exchange.call = call
  return render(endpoint, pageOf(await handle(call), call.page))
}

function keyOf({ endpoint, request }: Exchange): string | undefined {
  if (endpoint.method !== 'POST' || endpoint.idempotent === false) return undefined
  const key = request.headers['idempotency-key']
  if (key === undefined) return undefined
  if (key.length < 1 || key.length > 255) {
    throw new Failure('malformedKey')
  }
  return key
}

function keyedRequest(
  { endpoint, caller, request }: Exchange,
  key: string,
): KeyedRequest {
  const owner = caller ? callerId(caller) : request.ip
  return {
    record: { pk: `IDEMPOTENCY#${hashed(`${owner}\n${key}`)}`, sk: 'ANSWER' },
    reservation: randomUUID(),
    expiresAt: Math.floor(request.nowMs / 1000) + keptSeconds,
    render: (value) => render(endpoint, value),
    kept: false,
  }
}

/** Reserves the key for this run; the stored answer when the request ran before. */
async function reserve(
  { endpoint, params, query, request }: Exchange,
  { record, reservation, expiresAt }: KeyedRequest,
): Promise<Answer | undefined> {
  const fingerprint = createHash('sha256')
    .update(JSON.stringify([endpoint.path, params, query]))
    .update(request.bytes())
    .digest('base64url')
  const nowMs = request.nowMs
  const wanted: Reservation & { state: 'running' } = {
    state: 'running',
    fingerprint,
    reservation,
    lapsesAtMs: endpoint.pays ? Number.MAX_SAFE_INTEGER : nowMs + reservedMs,
    expiresAt,
  }
  try {
    await commit([
      changeOrCreate(
        record,
        {
          set: wanted,
          when: 'attribute_not_exists(pk) OR #expiresAt < :now OR (#state = :running AND #lapsesAtMs < :nowMs AND #fingerprint = :fingerprint)',
          values: { now: Math.floor(nowMs / 1000), nowMs, running: 'running' },
        },
        (held) => new Held(held as KeyRecord),
      ),
    ])
    return undefined
  } catch (error) {
    if (!(error instanceof Held)) throw error
    const { record: held } = error
    if (held.fingerprint !== fingerprint) throw new Failure('keyReused')
    if (held.state === 'running') throw new Failure('requestRunning')
    const { status, contentType } = held
    return {
      status,
      contentType,
      body: await restored(held, restOf({ ...held, record })),
    }
  }
}

class Held extends Error {
  readonly record: KeyRecord
  constructor(record: KeyRecord) {
    super('the key is held')
    this.record = record
  }
}

/**
 * Keeps an answer that no transaction has kept, refusals included. An answer that may
 * change is not kept; yet if the deed was done after all, its answer stays.
 */
async function settle(
  request: KeyedRequest,
  answer: Answer,
  givenUp: boolean,
): Promise<void> {
  if (!givenUp) {
    const { write, rest } = answerWrites(request, answer)
    for (const part of rest) await commit([put(part)])
    await commit([write])
    return
  }
  const stillRunning = {
    when: '#reservation = :mine AND #state = :running',
    values: { mine: request.reservation, running: 'running' },
  }
  try {
    await commit([remove(request.record, stillRunning, () => new Settled())])
  } catch (error) {
    if (!(error instanceof Settled)) throw error
  }
}

const passing = ({ status }: Answer) => status === 429 || status >= 500

/** Whether a failed request may have moved money; only a named failure comes before that. */
function maybePaid({ endpoint: { pays = false } }: Exchange, error: unknown): boolean {
  if (error instanceof NodeFailure) return pays && error.sent
  return pays && !(error instanceof Failure)
}

class Settled extends Error {}
