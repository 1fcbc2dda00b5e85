import { STATUS_CODES } from 'node:http'
import { nextSteps } from '../../shared/lightning/node/failure.ts'
import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import type { Reply } from '../../shared/platform/http/reply.ts'
import { cookieHeader } from './cookies.ts'
import type { DocumentedFailure } from './failures.ts'
import { given, type Json, type JsonObject } from './json.ts'
import type { Schemas } from './schemas.ts'

const componentOf = (part: string, name: string): JsonObject => ({
  $ref: `#/components/${part}/${name}`,
})

/** Contents of the responses with one status. */
type Parts = {
  readonly replies: readonly Reply[]
  readonly failures: readonly DocumentedFailure[]
}

/** The responses of a document; those that endpoints share are components. */
export function collectResponses(schemas: Schemas) {
  const shared = new Map<string, JsonObject>()
  const examples = new Map<string, JsonObject>()

  const responseOf = (endpoint: Endpoint, status: number, parts: Parts): JsonObject => {
    const { replies, failures } = parts
    const name = replies.length === 0 ? sharedName(failures) : undefined
    const response = given({
      description: STATUS_CODES[status],
      headers: headersOf(endpoint, replies, failures),
      content: contentOf(parts),
    })
    if (name === undefined) return response
    shared.set(name, response)
    return componentOf('responses', name)
  }

  const contentOf = ({ replies, failures }: Parts): JsonObject | undefined => {
    const byType = new Map<string, JsonObject[]>()
    const add = (type: string, schema: JsonObject) =>
      byType.set(type, [...(byType.get(type) ?? []), schema])
    for (const reply of replies) {
      if (reply.mediaRange) add(reply.mediaRange, fileSchemas[reply.mediaRange])
      else if (reply.schema && reply.contentType) {
        add(reply.contentType, schemas.of(reply.schema, 'output'))
      }
    }
    const worded = failures.filter(({ body }) => body !== undefined)
    for (const { form } of worded) add('application/json', formSchemas[form])
    if (byType.size === 0) return undefined
    return Object.fromEntries(
      [...byType].map(([type, all]) => [
        type,
        given({
          schema: anyOf(all),
          examples: type === 'application/json' ? examplesOf(worded) : undefined,
        }),
      ]),
    )
  }

  const examplesOf = (failures: readonly DocumentedFailure[]) => {
    if (failures.length === 0) return undefined
    const named = failures.map(({ kind, text, body = null, isDefault }) => {
      const example = { summary: text, value: body }
      if (!isDefault) return [kind, example]
      examples.set(kind, example)
      return [kind, componentOf('examples', kind)]
    })
    return Object.fromEntries(named)
  }

  return {
    /** The responses of an endpoint by their status. */
    of: (endpoint: Endpoint, failures: readonly DocumentedFailure[]): JsonObject => {
      const replies = [endpoint.reply, ...Object.values(endpoint.alternatives ?? {})]
      const statuses = [...replies, ...failures].map(({ status }) => status)
      // An object lists integer keys in ascending order.
      return Object.fromEntries(
        statuses.map((status) => {
          const ofStatus = (each: { readonly status: number }) => each.status === status
          const parts = {
            replies: replies.filter(ofStatus),
            failures: failures.filter(ofStatus),
          }
          return [status, responseOf(endpoint, status, parts)]
        }),
      )
    },
    components: () => ({ responses: sorted(shared), examples: sorted(examples) }),
  }
}

/** The name of a response that has failures in their default words only. */
function sharedName(failures: readonly DocumentedFailure[]): string | undefined {
  const isShared = ({ isDefault, form }: DocumentedFailure) =>
    isDefault && form !== 'node'
  if (failures.length > 2 || !failures.every(isShared)) return undefined
  return failures.map(({ kind }) => capitalized(kind)).join('Or')
}

export const capitalized = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)

function headersOf(
  endpoint: Endpoint,
  replies: readonly Reply[],
  failures: readonly DocumentedFailure[],
): JsonObject | undefined {
  const codes = [...replies, ...failures].flatMap(nameOf)
  const headers = {
    ...(replies.some(({ isList }) => isList) && { Link: componentOf('headers', 'Link') }),
    ...(replies.length > 0 && cookieHeader(endpoint)),
    ...(codes.length > 0 && { 'Error-Code': errorCodeHeader(codes) }),
    ...(failures.some(saysWhen) && {
      'Retry-After': componentOf('headers', 'Retry-After'),
    }),
  }
  return Object.keys(headers).length > 0 ? headers : undefined
}

/** True if a failure says when to try again. */
const saysWhen = ({ form, kind }: DocumentedFailure): boolean =>
  form === 'retry' || kind === 'apiKeyBusy' || kind === 'callerBusy'

function anyOf(schemas: readonly JsonObject[]): JsonObject {
  const options = schemas.flatMap((schema) =>
    Array.isArray(schema.anyOf) ? (schema.anyOf as readonly JsonObject[]) : [schema],
  )
  const different = new Map(options.map((option) => [JSON.stringify(option), option]))
  const [first = {}, ...others] = different.values()
  return others.length === 0 ? first : { anyOf: [first, ...others] }
}

const sorted = (map: ReadonlyMap<string, Json>): JsonObject =>
  Object.fromEntries([...map].sort(([one], [other]) => (one < other ? -1 : 1)))

const formSchemas: Readonly<Record<DocumentedFailure['form'], JsonObject>> = {
  message: componentOf('schemas', 'Refusal'),
  coded: componentOf('schemas', 'CodedRefusal'),
  owned: componentOf('schemas', 'OwnedRefusal'),
  error: componentOf('schemas', 'ErrorRefusal'),
  bare: componentOf('schemas', 'TextRefusal'),
  retry: componentOf('schemas', 'RetryLater'),
  node: componentOf('schemas', 'NodeRefusal'),
  empty: {},
}

/** Files; generators of clients take `binary` for bytes. */
const fileSchemas: Readonly<Record<NonNullable<Reply['mediaRange']>, JsonObject>> = {
  'image/*': { type: 'string', format: 'binary' },
  'image/png': { type: 'string', format: 'binary' },
  'text/*': { type: 'string' },
  '*/*': { type: 'string', format: 'binary' },
}

const text = (description: string) => ({ type: 'string', description })
const integer = (description: string) => ({ type: 'integer', description })

/** Beside `node` in the failures of the node. */
const source = {
  type: 'string',
  const: 'service',
  description: 'In the wallet, and where sales and refunds may have asked the node',
}

const texts = (name: string, description: string): JsonObject => ({
  type: 'object',
  description,
  properties: { [name]: text('One of the texts of the operation') },
  required: [name],
})

/** The bodies of refusals. */
export const refusalSchemas: JsonObject = {
  Refusal: {
    type: 'object',
    description: 'Why a request was refused.',
    properties: { message: text('One of the texts of the operation'), source },
    required: ['message'],
  },
  CodedRefusal: {
    type: 'object',
    description: 'Why a request was refused, for people and for programs.',
    properties: {
      message: text('One of the texts of the operation'),
      code: text('One of the codes of the operation'),
      expectedCents: integer('Where amounts differ: what the amount must be'),
      leftCents: integer('The rest of a method that has less left'),
      field: text('The field to blame, if it is one, such as `items[0].quantity`'),
      source,
    },
    required: ['message', 'code'],
  },
  OwnedRefusal: {
    type: 'object',
    description: 'That a SKU or barcode belongs to a product.',
    properties: {
      message: text('One of the texts of the operation'),
      takenCode: text('The SKU, barcode or, with 14 digits, article number'),
      productId: text('Id of the product that has it'),
      productName: text('Name of that product'),
    },
    required: ['message'],
  },
  ErrorRefusal: texts('error', 'Why a request was refused, in the form of printers.'),
  TextRefusal: text('Why a request was refused, as a text.'),
  RetryLater: {
    type: 'object',
    properties: {
      retryAfter: { type: 'integer', minimum: 1, description: 'Seconds to wait' },
    },
    required: ['retryAfter'],
  },
  NodeRefusal: {
    type: 'object',
    description: 'What the Lightning node did not do, and why.',
    properties: {
      message: text("The node's own text, if it gave one"),
      code: integer("HTTP status of the node's answer, 0 when it was not reached"),
      source: { type: 'string', const: 'node' },
      reason: {
        type: 'string',
        description: 'What the text means, the same for every node',
        enum: [
          'invoice_already_paid',
          'invoice_expired',
          'recipient_rejected_payment',
          'invalid_invoice',
          'invalid_address',
          'insufficient_funds',
          'node_unavailable',
          'payment_failed',
          'invalid_request',
          'unknown',
        ],
      },
      next: {
        type: 'string',
        description:
          'Where reason is payment_failed, what may come next: the same later, another ' +
          'amount or invoice, more balance first, a look-up by payment hash, or nothing',
        enum: [...nextSteps],
      },
    },
    required: ['message', 'code', 'source', 'reason'],
  },
}

/** The name of a refusal. Responses of the gateway itself have none. */
export const errorCodeHeader = (codes: readonly string[]): JsonObject => ({
  required: true,
  schema: { type: 'string', enum: [...new Set(codes)].sort() },
})

const nameOf = (refusal: Reply | DocumentedFailure) =>
  ('kind' in refusal ? refusal.code : refusal.errorCode) ?? []

/** Headers of responses. */
export const headers: JsonObject = {
  Link: {
    description:
      'The next page of a list that was asked for with `limit`, as `<path>; rel="next"` ' +
      '(RFC 8288). The last page has none.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait', schema: { type: 'integer' } },
}
