import { gunzipSync, gzipSync } from 'node:zlib'
import {
  type ChunkLocation,
  chunkKey,
  joinChunks,
  splitIntoChunks,
} from '../../dynamodb/chunks.ts'
import type { Item } from '../../dynamodb/keys.ts'

/** How a body is stored on its record: as it is, or compressed and in chunks. */
export type StoredBody = {
  readonly body: string | Uint8Array | null
  /** How many records beside this one hold the rest of it. */
  readonly parts: number
}

/** Characters from which compressing is worth it. */
const compressedFrom = 4 * 1024

/** What of a body is stored on its record, and the chunks that do not fit there. */
export function storedBody(
  body: string | null,
  place: ChunkLocation,
  expiresAt: number,
): { stored: StoredBody; chunks: readonly Item[] } {
  if (body === null || body.length < compressedFrom) {
    return { stored: { body, parts: 0 }, chunks: [] }
  }
  const [first, ...others] = splitIntoChunks(gzipSync(body))
  const chunks = others.map((bytes, at) => ({
    ...chunkKey(place, at + 1),
    bytes,
    expiresAt,
  }))
  return { stored: { body: first, parts: chunks.length }, chunks }
}

/** The body as it was before it was stored. */
export async function loadBody({ body, parts }: StoredBody, place: ChunkLocation) {
  if (body === null || typeof body === 'string') return body
  return gunzipSync(await joinChunks(body, parts, place)).toString()
}
