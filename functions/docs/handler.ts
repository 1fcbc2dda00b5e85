import { createHash } from 'node:crypto'
import openApi from '../../docs/openapi.json' with { type: 'json' }
import { publicLambda } from '../../shared/http/public-lambda.ts'
import { alternative, VersionedText } from '../../shared/http/reply.ts'
import { endpoints } from './endpoints.ts'

const text = JSON.stringify(openApi)
/** Weak, as the text may be compressed on its way. */
const etag = `W/"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
const document = new VersionedText(text, etag)

export const handler = publicLambda(endpoints, {
  openApi: ({ request }) => {
    const known = request.headers['if-none-match']?.split(',') ?? []
    const isKnown = known.some((tag) => tag.trim() === etag)
    return isKnown ? alternative('unchanged', document) : document
  },
})
