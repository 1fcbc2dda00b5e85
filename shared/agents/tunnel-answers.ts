import {
  type Chunk,
  type ChunkLocation,
  chunkKey,
  joinChunks,
  splitIntoChunks,
} from '../dynamodb/chunks.ts'
import { read } from '../dynamodb/read.ts'
import { putIfAbsent } from '../dynamodb/transact.ts'
import { Failure } from '../failure.ts'
import { deadlineOf } from './tunnel-request-ids.ts'

/** A chunk of an answer, how many chunks the answer has, and its TTL in Unix seconds. */
type AnswerChunk = Chunk & { readonly parts: number; readonly expiresAt: number }

const ttlMs = 2 * 60_000

const locationOf = (id: string): ChunkLocation => ({ pk: `TUNNEL#${id}`, prefix: 'PART' })

/**
 * Stores an agent's answer (POST /agents/tunnel/{requestId}). A request has one answer: a
 * repeated one is accepted and ignored, also after the deadline. Throws `notFound` when the
 * request was not sent to this agent, or its deadline has passed without an answer.
 */
export async function storeAnswer(
  agentId: string,
  requestId: string,
  bytes: Uint8Array,
): Promise<void> {
  const deadlineMs = await deadlineOf(requestId, agentId)
  if (deadlineMs === undefined) throw new Failure('notFound')
  if (Date.now() >= deadlineMs) return requireAnswer(requestId)
  const [first, ...others] = chunksOf(requestId, bytes)
  for (const chunk of others) await putIfAbsent(chunk)
  // The waiting function polls for the first chunk: written last, it completes the answer.
  await putIfAbsent(first)
}

async function requireAnswer(requestId: string): Promise<void> {
  const first = await read<AnswerChunk>(chunkKey(locationOf(requestId), 0))
  if (!first) throw new Failure('notFound')
}

/** The bytes of a request's answer; undefined while there is none. */
export async function readAnswer(requestId: string): Promise<Uint8Array | undefined> {
  const location = locationOf(requestId)
  const first = await read<AnswerChunk>(chunkKey(location, 0))
  return first && joinChunks(first.bytes, first.parts - 1, location)
}

function chunksOf(requestId: string, bytes: Uint8Array): [AnswerChunk, ...AnswerChunk[]] {
  const [first, ...others] = splitIntoChunks(bytes)
  const expiresAt = Math.ceil((Date.now() + ttlMs) / 1000)
  const chunk = (bytesOfChunk: Uint8Array, at: number): AnswerChunk => ({
    ...chunkKey(locationOf(requestId), at),
    parts: others.length + 1,
    bytes: bytesOfChunk,
    expiresAt,
  })
  return [chunk(first, 0), ...others.map((other, at) => chunk(other, at + 1))]
}
