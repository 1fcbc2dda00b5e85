import * as z from 'zod'
import {
  type ChunkLocation,
  chunkKey,
  chunksOfLength,
  splitIntoChunks,
} from '../../chunks.ts'
import { maxTunnelAnswerBytes } from './tunnel-frame.ts'

const ttlMs = 2 * 60_000

/** The attributes of an answer's records: an agent may write these alone. */
export const answerAttributes = ['pk', 'sk', 'parts', 'bytes', 'expiresAt'] as const

/** The chunks of an answer in a partition. */
export const answerLocation = (pk: string): ChunkLocation => ({ pk, prefix: 'PART' })

/**
 * Fields of an answer's first chunk that a reader needs. The agent may have written the
 * chunk, so every field is checked; `parts` is limited to the largest answer.
 */
export const FirstChunk = z.object({
  parts: z.int().min(1).max(chunksOfLength(maxTunnelAnswerBytes)),
  bytes: z.instanceof(Uint8Array),
})

/**
 * The records of an answer of these bytes, with their TTL in Unix seconds. The first chunk
 * comes last: it is what the waiting function looks for, and completes the answer.
 */
export function answerRecords(pk: string, bytes: Uint8Array, nowMs: number) {
  const chunks = splitIntoChunks(bytes)
  const record = (chunk: Uint8Array, at: number) => ({
    ...chunkKey(answerLocation(pk), at),
    parts: chunks.length,
    bytes: chunk,
    expiresAt: Math.ceil((nowMs + ttlMs) / 1000),
  })
  return chunks.map(record).reverse()
}
