import {
  type Chunk,
  type ChunkLocation,
  chunkKey,
  joinChunks,
  splitIntoChunks,
} from '../dynamodb/chunks.ts'
import type { Item, Key } from '../dynamodb/keys.ts'
import { read } from '../dynamodb/read.ts'
import { noResponse, transact } from '../dynamodb/transact.ts'
import { conditionCheck, insert, put, update } from '../dynamodb/write.ts'
import { Failure } from '../failure.ts'

/**
 * A request through the tunnel. It waits until its agent has answered it or its deadline
 * has passed. It accepts one answer, and only from the agent that it was sent to.
 */
type TunnelRequest = Item & {
  readonly agentId: string
  readonly state: 'waiting' | 'answered'
  /** Unix ms. */
  readonly deadlineMs: number
  /** TTL, in Unix seconds. */
  readonly expiresAt: number
}

/** A chunk of an answer, and how many chunks the answer has. */
type AnswerChunk = Chunk & { readonly parts: number; readonly expiresAt: number }

const ttlMs = 2 * 60_000

const requestKey = (id: string): Key => ({ pk: `TUNNEL#${id}`, sk: 'REQUEST' })
const locationOf = (id: string): ChunkLocation => ({ pk: `TUNNEL#${id}`, prefix: 'PART' })

const expiry = () => Math.ceil((Date.now() + ttlMs) / 1000)

/** Records a request that this agent may answer until the deadline, in Unix ms. */
export const openRequest = (
  id: string,
  agentId: string,
  deadlineMs: number,
): Promise<void> =>
  transact(
    [
      insert({
        ...requestKey(id),
        agentId,
        state: 'waiting',
        deadlineMs,
        expiresAt: expiry(),
      } satisfies TunnelRequest),
    ],
    noResponse,
  )

/**
 * Stores an agent's answer (POST /agents/tunnel/{requestId}). A repeated answer is accepted
 * and ignored. Throws `notFound` when the request was not sent to this agent or its deadline
 * has passed.
 */
export async function storeAnswer(
  agentId: string,
  requestId: string,
  bytes: Uint8Array,
): Promise<void> {
  const [first, ...others] = chunksOf(requestId, bytes)
  const waiting = {
    when: '#agentId = :agentId AND #state = :waiting AND #deadlineMs > :nowMs',
    values: { agentId, waiting: 'waiting', nowMs: Date.now() },
  }
  const onConditionFailed = (current: Item | undefined) =>
    new NotWaiting(current as TunnelRequest | undefined)
  try {
    for (const chunk of others) {
      await transact(
        [conditionCheck(requestKey(requestId), waiting, onConditionFailed), put(chunk)],
        noResponse,
      )
    }
    // The waiting function polls for the first chunk: written last, it completes the answer.
    await transact(
      [
        update(
          requestKey(requestId),
          { set: { state: 'answered' }, ...waiting },
          onConditionFailed,
        ),
        put(first),
      ],
      noResponse,
    )
  } catch (error) {
    if (!(error instanceof NotWaiting)) throw error
    const { request } = error
    if (request?.agentId !== agentId || request.state !== 'answered') {
      throw new Failure('notFound')
    }
  }
}

/** The bytes of a request's answer; undefined while there is none. */
export async function readAnswer(requestId: string): Promise<Uint8Array | undefined> {
  const location = locationOf(requestId)
  const first = await read<AnswerChunk>(chunkKey(location, 0))
  return first && joinChunks(first.bytes, first.parts - 1, location)
}

class NotWaiting extends Error {
  readonly request: TunnelRequest | undefined

  constructor(request: TunnelRequest | undefined) {
    super('the request does not accept this answer')
    this.request = request
  }
}

function chunksOf(requestId: string, bytes: Uint8Array): [AnswerChunk, ...AnswerChunk[]] {
  const [first, ...others] = splitIntoChunks(bytes)
  const chunk = (bytesOfChunk: Uint8Array, at: number): AnswerChunk => ({
    ...chunkKey(locationOf(requestId), at),
    parts: others.length + 1,
    bytes: bytesOfChunk,
    expiresAt: expiry(),
  })
  return [chunk(first, 0), ...others.map((other, at) => chunk(other, at + 1))]
}
