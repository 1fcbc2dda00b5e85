import { createHash, randomUUID } from 'node:crypto'
import { Failure, isFailure } from '../../../failure.ts'
import { NodeFailure } from '../../../lightning/node/failure.ts'
import { logger } from '../../../logger.ts'
import type { Key } from '../../dynamodb/keys.ts'
import type { RequestKey } from '../../idempotency/request-key.ts'
import {
  idempotencyKey,
  release,
  reserve,
  storeResponse,
} from '../../idempotency/reservation.ts'
import { repeatKnown, runKeyed } from '../../idempotency/transact-and-respond.ts'
import { takesKey } from '../endpoint.ts'
import { callerId, type Exchange, exchangeOf, type Step } from '../exchange.ts'
import { Alternative } from '../reply.ts'
import { failureResponse, render } from './render.ts'

const storedSeconds = 24 * 60 * 60

/**
 * Runs a request at most once per Idempotency-Key; repetitions get the first response. Token
 * and permission are checked first, at every repetition: a caller who is not admitted
 * reserves no key and gets no stored response.
 */
export const idempotency = (): Step => ({
  before: async ({ event }) => {
    const exchange = exchangeOf(event)
    const key = requestKey(exchange)
    if (key === undefined) return
    const { endpoint, handle, request } = exchange
    const lapses = endpoint.repeat !== 'pays'
    try {
      exchange.response = await reserve(key, request.nowMs, { lapses })
    } catch (error) {
      if (!endpoint.sells || !isFailure(error, 'requestInProgress')) throw error
      // The run that holds the key may have died after its sale
      exchange.handle = async (call) => {
        const known = await repeatKnown(() => handle(call))
        const isPending = known instanceof Alternative && known.name === 'pending'
        if (isPending) throw error
        return known
      }
      return
    }
    if (exchange.response) return
    exchange.key = key
    exchange.handle = (call) => runKeyed(key, () => handle(call))
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

/** The key of a request's idempotency record, if it has one. Throws `malformedIdempotencyKey`. */
export function idempotencyRecordOf({
  endpoint,
  caller,
  request,
}: Pick<Exchange, 'endpoint' | 'caller' | 'request'>): Key | undefined {
  const key = takesKey(endpoint) ? request.headers['idempotency-key'] : undefined
  if (key === undefined) return undefined
  if (key.length < 1 || key.length > 255) throw new Failure('malformedIdempotencyKey')
  return idempotencyKey(caller ? callerId(caller) : request.ip, key)
}

function requestKey(exchange: Exchange): RequestKey | undefined {
  const { endpoint, request, params, query } = exchange
  const record = idempotencyRecordOf(exchange)
  if (record === undefined) return undefined
  return {
    record,
    reservation: randomUUID(),
    // Endpoint, path, query and body: the same for the same request
    fingerprint: createHash('sha256')
      .update(JSON.stringify([endpoint.path, params, query]))
      .update(request.bytes())
      .digest('base64url'),
    expiresAt: Math.floor(request.nowMs / 1000) + storedSeconds,
    render: (value) => render(endpoint, value),
    renderFailure: (error) => failureResponse(error, exchange),
  }
}

/**
 * Stores a response that no transaction has stored, refusals included, or releases the
 * key. If that fails the caller still gets the response, and the key stays reserved: a
 * repetition must not find it free.
 */
async function settle(
  { endpoint, key, response }: Exchange,
  { mayRunAgain }: { mayRunAgain: boolean },
): Promise<void> {
  if (!key || !response || key.stored) return
  const resumes = endpoint.repeat === 'resumes'
  try {
    await (mayRunAgain
      ? release(key, { staysWithRequest: resumes })
      : storeResponse(key, response))
  } catch (error) {
    if (resumes && isAnswered(error)) return
    logger.error('response-not-stored', { error: String(error) })
  }
}

/** Another call has finished what the request had begun, and has stored the response. */
const isAnswered = (error: unknown) => isFailure(error, 'requestInProgress')

/** 429 and 5xx are not stored, so the request may run again. */
const mayRunAgain = ({ response }: Exchange) =>
  response !== undefined && (response.status === 429 || response.status >= 500)

/** The response says to try again: nothing was written, or the end is not known yet. */
const isUnsettled = (error: unknown) =>
  isFailure(error, 'conflict', 'refundInProgress', 'handInFirst', 'checkoutTryAgain')

/** True if a failed request may have moved money; a named failure comes before that. */
const mayHavePaid = ({ endpoint }: Exchange, error: unknown): boolean =>
  endpoint.repeat === 'pays' &&
  (error instanceof NodeFailure ? error.sent : !(error instanceof Failure))
