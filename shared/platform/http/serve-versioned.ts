import { createHash } from 'node:crypto'
import type { RequestFacts } from './call.ts'
import { alternative, VersionedText } from './reply.ts'

/** A tag that differs for different texts: 22 letters, digits, - and _. */
export const tagOf = (text: string | Uint8Array) =>
  createHash('sha256').update(text).digest('base64url').slice(0, 22)

/** A handler that sends a text, or `unchanged` to a client that has it. */
export function servedUnlessKnown(text: string) {
  // Weak, as the text may be compressed on its way.
  const etag = `W/"${tagOf(text)}"`
  const content = new VersionedText(text, etag)
  return ({ request }: { readonly request: RequestFacts }) => {
    const known = request.headers['if-none-match']?.split(',') ?? []
    const isKnown = known.some((tag) => tag.trim() === etag)
    return isKnown ? alternative('unchanged', content) : content
  }
}
