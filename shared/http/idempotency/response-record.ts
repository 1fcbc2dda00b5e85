import type { ChunkLocation } from '../../dynamodb/chunks.ts'
import type { Item } from '../../dynamodb/keys.ts'
import { update, type Write } from '../../dynamodb/write.ts'
import { Failure } from '../../failure.ts'
import type { HttpResponse } from '../exchange.ts'
import type { KeyedRequest } from './keyed-request.ts'
import { loadBody, type StoredBody, storedBody } from './stored-body.ts'

/** A response on its idempotency record. */
export type StoredResponse = StoredBody &
  Pick<HttpResponse, 'status' | 'contentType'> & {
    readonly state: 'answered'
    /**
     * Also stored when it is false: the record of an expired key keeps its attributes.
     * Absent in responses of version 0.2 and before, whose only such body is a picture.
     */
    readonly isBase64?: boolean
  }

type Run = Pick<KeyedRequest, 'record' | 'reservation'>

/**
 * The write that turns a running reservation into the response that repetitions get, and
 * the chunks that do not fit the record: they must be stored before that write.
 */
export function responseWrites(
  request: Pick<KeyedRequest, 'record' | 'reservation' | 'expiresAt'>,
  { status, contentType, body, isBase64 }: HttpResponse,
): { write: Write; chunks: readonly Item[] } {
  const { record, reservation, expiresAt } = request
  const { stored, chunks } = storedBody(body, chunksOf(request), expiresAt)
  const content = { contentType, isBase64: isBase64 === true, ...stored }
  const write = update(
    record,
    {
      set: { state: 'answered', status, ...content } satisfies StoredResponse,
      // An attempt that was given up may arrive when the run has answered otherwise
      when: '#reservation = :mine AND #state = :running',
      values: { mine: reservation, running: 'running' },
    },
    () => new Failure('requestInProgress'),
  )
  return { write, chunks }
}

/** Reads the response back from its record. */
export async function loadResponse(stored: StoredResponse & Run): Promise<HttpResponse> {
  const { status, contentType, isBase64 = contentType === 'image/png' } = stored
  const body = await loadBody(stored, chunksOf(stored))
  return { status, contentType, body, ...(isBase64 && { isBase64 }) }
}

/** Where the chunks of a response are: each reservation's apart from those of others. */
export const chunksOf = ({ record: { pk }, reservation }: Run): ChunkLocation => ({
  pk,
  prefix: `REST#${reservation}`,
})
