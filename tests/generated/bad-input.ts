import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import * as z from 'zod'
import type { Endpoint } from '../../shared/platform/http/endpoint.ts'
import { type JsonSchema, jsonSchemaOf } from './json-schema.ts'

/** A request that may be invalid in any of its parts. */
export type BadRequest = {
  /** The value of every path parameter, percent-encoded. */
  readonly segment: string
  readonly query: string
  readonly body: string | Uint8Array | undefined
  readonly headers: Readonly<Record<string, string>>
}

/** Marks a number that JSON can express and a double cannot; `json` removes the marks. */
const rawNumber = (digits: string) => `<<${digits}>>`

const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udfff',
  '\u{1f600}',
  'e\u0301\u202e',
  'NaN',
  'Infinity',
  '1e400',
  '-0',
  '0x10',
  '2026-02-30',
  '9999-99-99',
  '+275760-09-13',
  '-000001-01-01',
  '__proto__',
  'constructor',
  "' OR 1=1 --",
  '#pk',
  '{id}',
  '../..',
  '9'.repeat(400),
  'x'.repeat(3_000),
  'x'.repeat(50_000),
  '\u{1f600}'.repeat(25_000),
  'x'.repeat(100_000),
]

const oddNumbers = [
  0,
  -0,
  -1,
  0.5,
  0.1 + 0.2,
  5e-324,
  1e-101,
  1e21,
  1e308,
  -1e308,
  2 ** 31,
  2 ** 46,
  2 ** 53 - 1,
  2 ** 53,
  1 - 2 ** 53,
  -(2 ** 53),
  rawNumber('1e400'),
  rawNumber('-1e400'),
  rawNumber('1e-400'),
  rawNumber('123456789012345678901234567890'),
]

const nested = (levels: number) => {
  let value: unknown = 'x'
  for (let level = 0; level < levels; level += 1) value = [value]
  return value
}

const edgeCase = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts),
  fc.constantFrom<unknown>(...oddNumbers),
  fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], nested(500)),
  fc.constant(Array.from({ length: 1_001 }, () => 'x')),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.double(),
)

/** Ids of records, by the prefix of the fields and paths that contain them. */
export type Ids = Readonly<Record<string, string>>

const idsFor = (ids: Ids, name: string): string[] =>
  Object.keys(ids)
    .filter((kind) => name.toLowerCase().startsWith(kind))
    .flatMap((kind) => ids[kind] ?? [])

/** A value that the schema accepts; rarely an edge case that it may reject. */
function valueFor(schema: JsonSchema, ids: Ids, field = ''): fc.Arbitrary<unknown> {
  return fc.oneof(
    { weight: 80, arbitrary: validValue(schema, ids, field) },
    { weight: 1, arbitrary: edgeCase },
  )
}

function validValue(schema: JsonSchema, ids: Ids, field: string): fc.Arbitrary<unknown> {
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((each) => validValue(each, ids, field)))
  if (schema.allOf) {
    const parts = schema.allOf.map((each) => validValue(each, ids, field))
    return fc.tuple(...parts).map((values) => Object.assign({}, ...values))
  }
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  switch (schema.type ?? 'anything') {
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, each]) => [
            name,
            fc.oneof(
              { weight: 80, arbitrary: valueFor(each, ids, name) },
              { weight: 1, arbitrary: fc.constant(undefined) },
            ),
          ]),
        ),
      )
    case 'array':
      return fc.array(valueFor(schema.items ?? {}, ids, field), { maxLength: 4 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.oneof(
        { weight: 30, arbitrary: fc.integer({ min: 0, max: 20 }) },
        { weight: 1, arbitrary: fc.constantFrom<unknown>(...oddNumbers) },
      )
    case 'string':
      return textFor(idsFor(ids, field), field)
    default:
      return edgeCase
  }
}

function textFor(ids: readonly string[], field: string): fc.Arbitrary<string> {
  if (ids.length > 0) return fc.constantFrom(...ids)
  if (/date|time|createdAt/i.test(field)) {
    return fc.constantFrom('2026-11-21T10:00:00Z', '1763683200000', '')
  }
  return fc.oneof(
    { weight: 30, arbitrary: fc.stringMatching(/^[a-z]{4,12}$/) },
    { weight: 1, arbitrary: fc.constantFrom(...oddTexts) },
  )
}

const json = (value: unknown) => JSON.stringify(value)?.replace(/"<<(.*?)>>"/g, '$1')

/** Bodies that are independent of the schema. */
const oddBodies: (string | Uint8Array | undefined)[] = [
  undefined,
  '',
  ' ',
  '{',
  'null',
  '[]',
  '{}',
  '"x"',
  '1e400',
  '{"a":1,}',
  '[{}]',
  '['.repeat(10_000),
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
  '{"name":1,"name":"x","name":null}',
  '{"__proto__":{"isAdmin":true},"constructor":{"prototype":{}},"toString":1}',
  '\ufeff{"name":"x"}',
  Buffer.from('7b226e616d65223a22fffec3287d', 'hex'),
  Buffer.from('{"name":"x"}', 'utf16le'),
  gzipSync('{"name":"x"}'),
  'name=x&type=product',
]

const headers = fc.constantFrom<Readonly<Record<string, string>>>(
  { 'content-type': 'application/json' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': 'application/octet-stream' },
  { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  { 'content-type': 'multipart/form-data' },
  { 'content-type': 'multipart/form-data; boundary=x' },
  { 'content-type': ';;;' },
)

/** Percent-encoded for a URL, whatever the text holds. */
export const escaped = (value: string) => encodeURIComponent(value.toWellFormed())

/** A path parameter: mostly an existing id that fits the path. */
function segmentFor({ path }: Endpoint, ids: Ids) {
  const fitting = path.split('/').flatMap((part) => idsFor(ids, part))
  return fc.oneof(
    { weight: 9, arbitrary: fc.constantFrom(...fitting, ...fitting, 'open') },
    fc.constantFrom(...Object.values(ids), '2026-11-21'),
    fc.constantFrom(...oddTexts.filter((text) => text.length <= 3_000).map(escaped)),
    fc.constantFrom('%00', '%FF', '%ED%A0%80', '%2e%2e', '%252F', '%'),
    fc.string({ unit: 'binary', maxLength: 20 }).map(escaped),
  )
}

/** Query strings with the endpoint's parameters and others. */
function queryFor({ query }: Endpoint): fc.Arbitrary<string> {
  const own = Object.keys((query && jsonSchemaOf(query).properties) ?? {})
  const value = fc.oneof(
    fc.constantFrom(...oddTexts.filter((text) => text.length <= 3_000).map(escaped)),
    fc.constantFrom('product', '2026-11-21', '10', 'true', '%FF', '%', '%00', '5,6'),
  )
  const name = fc.constantFrom(...own, ...own, 'limit', 'cursor', '__proto__', 'a[b]', '')
  return fc
    .array(fc.tuple(name, value), { maxLength: own.length + 2 })
    .map((pairs) => pairs.map(([key, each]) => `${key}=${each}`).join('&'))
}

/** Bodies that an endpoint takes, as JSON, but for a rare edge case; none where it has none. */
export const bodiesFor = (endpoint: Endpoint, ids: Ids): fc.Arbitrary<string> =>
  endpoint.body
    ? valueFor(bodySchemaOf(endpoint), ids).map((value) => json(value) ?? '')
    : fc.constant('')

/** Returns the schema of an endpoint's JSON, also if the endpoint reads it step by step. */
export const bodySchemaOf = ({ body, wireBody }: Endpoint): JsonSchema =>
  jsonSchemaOf(wireBody?.schema ?? body ?? z.unknown())

/** Requests to an endpoint; most are invalid in some way. */
export function badRequestsTo(endpoint: Endpoint, ids: Ids): fc.Arbitrary<BadRequest> {
  const own = endpoint.body && bodiesFor(endpoint, ids)
  const foreign = fc.constantFrom(...oddBodies)
  const body = own
    ? fc.oneof({ weight: 4, arbitrary: own }, { weight: 1, arbitrary: foreign })
    : foreign
  return fc.record({
    segment: segmentFor(endpoint, ids),
    query: queryFor(endpoint),
    body: endpoint.method === 'GET' ? fc.constant(undefined) : body,
    headers,
  })
}
