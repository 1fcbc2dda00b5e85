import { gunzipSync, gzipSync } from 'node:zlib'
import { type ChunkLocation, chunkKey, splitIntoChunks } from '../../chunks.ts'
import { Failure } from '../../failure.ts'
import { joinChunks } from '../dynamodb/chunks.ts'
import type { Item } from '../dynamodb/keys.ts'
import { update, type Write } from '../dynamodb/write.ts'
import type { RequestKey, StorableResponse } from './request-key.ts'

/** A body as its record has it: plain, or compressed and in chunks. */
type StoredBody = {
  readonly body: string | Uint8Array | null
  /** Number of further records with the rest of the body. */
  readonly parts: number
}

/** A response on its idempotency record. */
export type StoredResponse = StoredBody &
  Pick<StorableResponse, 'status' | 'contentType'> & {
    readonly state: 'answered'
    /**
     * True for base64. False is stored, too: the record of an expired key keeps its attributes.
     * Absent in responses of version 0.2 and before, whose only such body is a picture.
     */
    readonly isBase64?: boolean
    /** Null for a success; absent in responses of version 0.2 and before. */
    readonly errorCode?: string | null
  }

type Run = Pick<RequestKey, 'record' | 'reservation'>

/** The condition that a run has its key. A late attempt of a run may find it answered. */
export const stillRunning = ({ reservation }: Run) => ({
  when: '#reservation = :mine AND #state = :running',
  values: { mine: reservation, running: 'running' },
})

/**
 * The write that turns a running reservation into the response that repetitions get, and
 * the chunks that do not fit the record: they must be stored before that write.
 */
export function responseWrites(
  key: Run & Pick<RequestKey, 'expiresAt'>,
  response: StorableResponse,
): { write: Write; chunks: readonly Item[] } {
  const { set, chunks } = storedResponse(key, response)
  const write = update(
    key.record,
    { set, ...stillRunning(key) },
    () => new Failure('requestInProgress'),
  )
  return { write, chunks }
}

/** The attributes that store a response on its record, and the chunks that do not fit there. */
export function storedResponse(
  { expiresAt, ...run }: Run & Pick<RequestKey, 'expiresAt'>,
  { status, contentType, body, isBase64, errorCode }: StorableResponse,
): { set: StoredResponse; chunks: readonly Item[] } {
  const { stored, chunks } = storedBody(body, chunksOf(run), expiresAt)
  const set = {
    state: 'answered',
    status,
    contentType,
    isBase64: isBase64 === true,
    errorCode: errorCode ?? null,
    ...stored,
  } as const
  return { set, chunks }
}

/** Reads the response back from its record. */
export async function loadResponse(
  stored: StoredResponse & Run,
): Promise<StorableResponse> {
  const {
    status,
    contentType,
    isBase64 = contentType === 'image/png',
    errorCode,
  } = stored
  const body = await loadBody(stored, chunksOf(stored))
  return {
    status,
    contentType,
    body,
    ...(isBase64 && { isBase64 }),
    ...(errorCode && { errorCode }),
  }
}

/** Returns the place of a response's chunks: each reservation has its own. */
const chunksOf = ({ record: { pk }, reservation }: Run): ChunkLocation => ({
  pk,
  prefix: `REST#${reservation}`,
})

/** Characters from which compressing is worth it. */
const compressedFrom = 4 * 1024

/** The part of a body that its record holds, and the chunks that do not fit there. */
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
