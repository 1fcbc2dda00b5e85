import { gunzipSync, gzipSync } from 'node:zlib'
import type { Item, Key } from './keys.ts'
import { readMany } from './read.ts'

/** How a body is kept on its record: as it is, or compressed and in so many parts. */
export type KeptBody = {
  readonly body: string | Uint8Array | null
  /** How many records beside this one hold the rest of it. */
  readonly parts: number
}

type Part = Item & { readonly bytes: Uint8Array; readonly expiresAt: number }

/** Shorter bodies are not worth compressing. */
const longFrom = 4 * 1024

/** An item holds 400 KB with all that stands beside its bytes. */
const partBytes = 350 * 1024

/** Where the parts of a body stand: in a partition, apart from those of other bodies. */
export type Place = { readonly pk: string; readonly prefix: string }

const partKey = ({ pk, prefix }: Place, at: number): Key => ({
  pk,
  sk: `${prefix}#${String(at).padStart(4, '0')}`,
})

/** What of a body stands on its record, and the records for what does not fit there. */
export function keep(
  body: string | null,
  place: Place,
  expiresAt: number,
): { kept: KeptBody; rest: readonly Item[] } {
  if (body === null || body.length < longFrom) {
    return { kept: { body, parts: 0 }, rest: [] }
  }
  const bytes = gzipSync(body)
  const slice = (at: number) => bytes.subarray(at * partBytes, (at + 1) * partBytes)
  const parts = Math.ceil(bytes.length / partBytes) - 1
  const rest = Array.from(
    { length: parts },
    (_, at): Part => ({ ...partKey(place, at + 1), bytes: slice(at + 1), expiresAt }),
  )
  return { kept: { body: slice(0), parts }, rest }
}

/** The body as it was. */
export async function restored({ body, parts }: KeptBody, place: Place) {
  if (body === null || typeof body === 'string') return body
  const keys = Array.from({ length: parts }, (_, at) => partKey(place, at + 1))
  const rest = (await readMany(keys)) as Part[]
  return gunzipSync(Buffer.concat([body, ...rest.map(({ bytes }) => bytes)])).toString()
}
