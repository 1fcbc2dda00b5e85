import { gunzipSync, gzipSync } from 'node:zlib'
import type { Item } from './keys.ts'
import { cut, joined, type Place, partKey } from './parts.ts'

/** How a body is kept on its record: as it is, or compressed and in so many parts. */
export type KeptBody = {
  readonly body: string | Uint8Array | null
  /** How many records beside this one hold the rest of it. */
  readonly parts: number
}

/** Shorter bodies are not worth compressing. */
const longFrom = 4 * 1024

/** What of a body stands on its record, and the records for what does not fit there. */
export function keep(
  body: string | null,
  place: Place,
  expiresAt: number,
): { kept: KeptBody; rest: readonly Item[] } {
  if (body === null || body.length < longFrom) {
    return { kept: { body, parts: 0 }, rest: [] }
  }
  const [first, ...others] = cut(gzipSync(body))
  const rest = others.map((bytes, at) => ({
    ...partKey(place, at + 1),
    bytes,
    expiresAt,
  }))
  return { kept: { body: first, parts: rest.length }, rest }
}

/** The body as it was. */
export async function restored({ body, parts }: KeptBody, place: Place) {
  if (body === null || typeof body === 'string') return body
  return gunzipSync(await joined(body, parts, place)).toString()
}
