import { codeOf, type FailureKind } from '../../shared/failure.ts'
import { problemOf } from '../../shared/platform/http/problems.ts'
import type { JsonObject } from './json.ts'
import { errorCodeHeader } from './responses.ts'

const messageOf = (kind: FailureKind) => `\`{"message": "${problemOf(kind).text}"}\``

/** Rules that hold for every endpoint, in Markdown. */
export const introduction = `
Every endpoint with its bodies, and every response with its exact text.

**Bodies** are JSON unless stated otherwise, and are read as JSON whatever their
Content-Type. Unknown keys are ignored. Responses hold every documented key, null when it
has no value.

**Amounts.** Names that end in \`Cents\` and the store's prices and totals are integer cents,
as is \`discountAmount\`.
Names with \`sat\` are integer satoshis, \`fees\` of the node millisatoshis. All other amounts
are decimals in major units of the currency, with at most two digits after the point; more
digits in a request are rounded half up.

**Times** are ISO 8601 in UTC, or Unix milliseconds where the field says so. Days,
\`YYYY-MM-DD\`, are those of the shop's \`timezone\`, which is UTC until the shop names one.

**Ids** are UUIDs. Any other text is an unknown id.

**Lists** are complete, oldest first unless stated otherwise. With \`limit\` and \`cursor\` they
come in pages, and the Link header leads to the next one. Some lists without rows are a text.

**Failures** have the statuses and texts that each endpoint lists. \`{name}\` in the summary
of an example is replaced by a detail. The header \`Error-Code\` names the failure for programs: it
stays what it is when a text is corrected, and equals the body's \`code\` where that is a text.
Besides, any path may answer:

| Status | Body | When |
|---|---|---|
| 403 | \`{"message": "Requests from pages of this origin are not allowed"}\` | a POST, PUT or DELETE with cookies, from a page of a site that is neither the API's own nor an allowed origin |
| 403 | ${messageOf('shopSuspended')} | the shop of this host is suspended |
| 404 | \`{"message": "Not found"}\` | no endpoint has this path, or no shop this host |
| 405 | \`{"message": "Method not allowed"}\` | the path has no endpoint with this method |
| 429 | \`{"retryAfter": 7}\` | the shop gets more requests than the deployment grants it; Retry-After |
| 500 | \`{"message": "Internal server error"}\` | a fault of the service |
| 500 | \`{"message": "Error connecting to the database"}\` | storage did not answer |
| 503 | ${messageOf('shopReadOnly')} | a change, while the shop moves to another deployment; Retry-After |
| 503 | \`{"message": "Service Unavailable"}\` | no answer within 30 seconds |

**Compression.** Texts from 1 KB on are compressed for clients that accept gzip; files of
pages, for those that accept br.

**WebSockets** are described by the AsyncAPI document at \`/asyncapi.json\`.

**Request ids.** Every response has the header \`Apigw-Requestid\`: with it the log lines of the
request are found. Pages of allowed origins can read it.

**CORS.** Allowed origins get the CORS headers on every response; preflight requests are
answered 204.
`.trim()

const refusal = (status: number, ...kinds: FailureKind[]): [string, JsonObject] => [
  String(status),
  {
    headers: { 'Error-Code': errorCodeHeader(kinds.map(codeOf)) },
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Refusal' },
        examples: Object.fromEntries(
          kinds.map((kind) => {
            const { text } = problemOf(kind)
            return [kind, { summary: text, value: { message: text } }]
          }),
        ),
      },
    },
  },
]

/** Responses that no endpoint declares, including those for paths without an endpoint. */
export const commonResponses: JsonObject = Object.fromEntries([
  refusal(403, 'foreignPage', 'shopSuspended'),
  refusal(404, 'notFound'),
  refusal(405, 'methodNotAllowed'),
  [
    '429',
    {
      headers: { 'Error-Code': errorCodeHeader([codeOf('shopBusy')]) },
      content: {
        'application/json': {
          schema: { $ref: '#/components/schemas/RetryLater' },
          example: { retryAfter: 7 },
        },
      },
    },
  ],
  refusal(500, 'internal', 'storageUnavailable'),
  refusal(503, 'shopReadOnly'),
])
