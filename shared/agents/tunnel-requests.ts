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
 * A request on its way through the tunnel. It waits until its agent has answered it or
 * its time is up; an answer is taken once, and only from the agent that was asked.
 */
type Request = Item & {
  readonly agentId: string
  readonly state: 'waiting' | 'answered'
  readonly deadlineMs: number
  readonly expiresAt: number
}

/** A part of an answer, and how many there are. */
type AnswerPart = Chunk & { readonly parts: number; readonly expiresAt: number }

const keptMs = 2 * 60_000

const requestKey = (id: string): Key => ({ pk: `TUNNEL#${id}`, sk: 'REQUEST' })
const placeOf = (id: string): ChunkLocation => ({ pk: `TUNNEL#${id}`, prefix: 'PART' })

const expiry = () => Math.ceil((Date.now() + keptMs) / 1000)

/** Records that this agent is asked and may answer until the deadline. */
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
      } satisfies Request),
    ],
    noResponse,
  )

/**
 * Stores an agent's answer; the same answer sent again does no harm. Throws `notFound`
 * for a request that was not sent to this agent or that nobody waits for any more.
 */
export async function storeAnswer(
  agentId: string,
  requestId: string,
  bytes: Uint8Array,
): Promise<void> {
  const [first, ...others] = partsOf(requestId, bytes)
  const waiting = {
    when: '#agentId = :agentId AND #state = :waiting AND #deadlineMs > :nowMs',
    values: { agentId, waiting: 'waiting', nowMs: Date.now() },
  }
  const refusal = (held: Item | undefined) => new NotWaiting(held as Request | undefined)
  try {
    for (const part of others) {
      await transact(
        [conditionCheck(requestKey(requestId), waiting, refusal), put(part)],
        noResponse,
      )
    }
    // Whoever waits looks for the first part: it comes last and completes the answer.
    await transact(
      [
        update(
          requestKey(requestId),
          { set: { state: 'answered' }, ...waiting },
          refusal,
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
  const place = placeOf(requestId)
  const first = await read<AnswerPart>(chunkKey(place, 0))
  return first && joinChunks(first.bytes, first.parts - 1, place)
}

class NotWaiting extends Error {
  readonly request: Request | undefined

  constructor(request: Request | undefined) {
    super('the request does not wait for this answer')
    this.request = request
  }
}

function partsOf(requestId: string, bytes: Uint8Array): [AnswerPart, ...AnswerPart[]] {
  const [first, ...others] = splitIntoChunks(bytes)
  const part = (piece: Uint8Array, at: number): AnswerPart => ({
    ...chunkKey(placeOf(requestId), at),
    parts: others.length + 1,
    bytes: piece,
    expiresAt: expiry(),
  })
  return [part(first, 0), ...others.map((piece, at) => part(piece, at + 1))]
}
