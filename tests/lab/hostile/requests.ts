import type { Endpoint } from '../../../shared/platform/http/endpoint.ts'
import { bodySchemaOf, type Ids } from '../../generated/bad-input.ts'
import { type JsonSchema, jsonSchemaOf } from '../../generated/json-schema.ts'
import { createForm } from '../../support/upload-form.ts'
import { createPicture } from './pictures.ts'

type Input = {
  readonly name: string
  readonly body: () => Promise<string | Uint8Array | undefined>
  readonly headers?: Readonly<Record<string, string>>
}

/** Just below what a body may have. */
const maxChars = 1_000_000

/** Pieces of text that are hard to lay out, compare or search. */
const pieces = [
  'x'.repeat(40),
  ' '.repeat(20),
  'ab cd ',
  '漢字かな',
  'e\u0301\u0302',
  'aא بג ',
  '\u{1f600}',
  '{{config.businessName}}',
  '9'.repeat(20),
].join('')

/** Makes a text of about that many bytes. */
const texts: Readonly<Record<string, (bytes: number) => string>> = {
  'one word': (bytes) => 'x'.repeat(bytes),
  'mixed text': (bytes) => pieces.repeat(bytes / Buffer.byteLength(pieces) + 1),
  'combining marks': (bytes) => 'e\u0301\u0302'.repeat(bytes / 5),
}

/** The bodies that an operation is attacked with. */
export function bodiesTo(endpoint: Endpoint): Input[] {
  if (endpoint.path === '/uploads' && endpoint.method === 'POST') return pictures
  if (endpoint.method === 'GET') return [none]
  if (endpoint.rawBody) return [none, ...rawBodies]
  if (!endpoint.body && !endpoint.wireBody) return [none]
  const schema = bodySchemaOf(endpoint)
  const json = (name: string, value: () => unknown): Input => ({
    name,
    body: async () => JSON.stringify(value()),
    headers: { 'content-type': 'application/json' },
  })
  return [
    ...(endpoint.path === '/templates/preview'
      ? longPreviews.map(([name, elements]) => json(name, () => ({ elements })))
      : []),
    ...Object.entries(texts).flatMap(([name, text]) => [
      json(`60 KB of ${name}`, () => filled(schema, { text: text(60_000), items: 1 })),
      json(`many times ${name}`, () => filled(schema, { text: text(150), items: 400 })),
    ]),
    json('one text of 1 MB', () =>
      filled(schema, { text: 'x'.repeat(900_000), items: 1 }),
    ),
    json('many items', () => ofMostItems(schema)),
    { ...json('deep', () => 0), body: async () => deep(schema) },
    { ...json('many keys', () => 0), body: async () => manyKeys() },
  ]
}

/** Receipts that are as long as a preview may be. */
const longPreviews: readonly (readonly [name: string, elements: readonly object[]])[] = [
  [
    '490 lines',
    Array.from({ length: 490 }, () => ({ type: 'TEXT', value: 'a line of text' })),
  ],
  [
    '490 foreign lines',
    Array.from({ length: 490 }, () => ({ type: 'TEXT', value: '漢字かな' })),
  ],
  [
    '30 codes',
    Array.from({ length: 30 }, () => ({ type: 'QRCODE', value: '1'.repeat(2_000) })),
  ],
]

const none: Input = { name: 'no body', body: async () => undefined }

/** Columns with the longest names. */
const columns = Array.from({ length: 100 }, (_, n) => String(n).padEnd(100, 'x')).join()

const rawBodies: Input[] = Object.entries({
  'one line of 480 KB': () => `name\n${'x'.repeat(480_000)}`,
  '100,000 lines': () => `name,price\n${'a,1\n'.repeat(100_000)}`,
  quotes: () => `name\n${'""'.repeat(240_000)}`,
  'wide rows': () => `${columns}\n${`${'1,'.repeat(99)}1\n`.repeat(2_350)}`,
  '240,000 wrong lines': () => '{\n'.repeat(240_000),
  'a deep line': () => `{"name":${'['.repeat(240_000)}${']'.repeat(240_000)}}`,
}).map(([name, text]) => ({
  name,
  body: async () => text(),
  headers: { 'content-type': 'text/csv' },
}))

const form = async (files: number, bytes: Uint8Array) =>
  createForm(...Array.from({ length: files }, () => ({ bytes })))

const pictures: Input[] = [
  ['a picture of 7,000 x 7,000 pixels', 1, () => createPicture(7_000, 7_000)],
  ['400 pictures', 400, () => createPicture(20, 20)],
  ['a picture of 3 MB', 1, () => createPicture(1_000, 1_000, { isNoise: true })],
].map(([name, files, picture]) => {
  const made = form(files as number, (picture as () => Uint8Array)())
  const input: { name: string; headers: Record<string, string> } & Input = {
    name: name as string,
    headers: {},
    body: async () => {
      Object.assign(input.headers, (await made).headers)
      return (await made).body
    },
  }
  return input
})

type Filling = { readonly text: string; readonly items: number }

/**
 * Makes a body with a text in every field that takes one, and that many items in every list.
 */
function filled(schema: JsonSchema, filling: Filling, field = '', depth = 0): unknown {
  const [first] = schema.anyOf ?? schema.oneOf ?? []
  if (first) return filled(first, filling, field, depth)
  if (schema.allOf) {
    return Object.assign(
      {},
      ...schema.allOf.map((each) => filled(each, filling, field, depth)),
    )
  }
  if (schema.enum) return schema.enum[0]
  if ('const' in schema) return schema.const
  switch (schema.type ?? 'string') {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([name, each]) => [
          name,
          filled(each, filling, name, depth),
        ]),
      )
    case 'array': {
      const item = filled(schema.items ?? {}, filling, field, depth + 1)
      const count = depth === 0 ? filling.items : Math.min(3, filling.items)
      return Array.from({ length: count }, () => item)
    }
    case 'boolean':
      return false
    case 'integer':
    case 'number':
      return 1
    default:
      return textFor(field, filling)
  }
}

const ids = new Map<string, string>()

/** Fields that name records name existing ones, so that requests get past them. */
function textFor(field: string, { text }: Filling): string {
  const name = field.toLowerCase()
  if (/(id|ids)$/i.test(field)) {
    for (const [kind, id] of ids) if (name.startsWith(kind)) return id
    return '00000000-0000-4000-8000-000000000000'
  }
  if (/date|time$|at$/i.test(field)) return '2026-11-21'
  return text
}

/** A body with as many items in its lists as fit a megabyte. */
function ofMostItems(schema: JsonSchema): unknown {
  const one = JSON.stringify(filled(schema, { text: 'x', items: 1 })).length
  const two = JSON.stringify(filled(schema, { text: 'x', items: 2 })).length
  const items = two > one ? Math.floor((maxChars - one) / (two - one)) : 1
  return filled(schema, { text: 'x', items })
}

function deep(schema: JsonSchema): string {
  const [field = 'x'] = Object.keys(schema.properties ?? {})
  const levels = 200_000
  return `{"${field}":${'['.repeat(levels)}${']'.repeat(levels)}}`
}

function manyKeys(): string {
  const keys = Array.from({ length: 60_000 }, (_, n) => `"k${n}":${n}`)
  return `{${keys.join(',')}}`
}

/** As many targets of an operation, with ids of records and long texts in its query. */
export function targetsOf(
  { path, query }: Endpoint,
  known: Ids,
  count: number,
): readonly string[] {
  for (const [kind, id] of Object.entries(known)) ids.set(kind, id)
  if (path === '/uploads/{date}/{file}') {
    return Array.from({ length: count }, () => known.picture ?? '')
  }
  const parts = path.split('/')
  const target = parts
    .map((part, at) => {
      if (!part.startsWith('{')) return part
      const name = part === '{id}' ? (parts[at - 1] ?? '') : part.slice(1)
      const kind = Object.keys(known).find((each) => name.toLowerCase().startsWith(each))
      return known[kind ?? ''] ?? (/status/.test(name) ? 'open' : '1')
    })
    .join('/')
  const names = Object.entries((query && jsonSchemaOf(query).properties) ?? {})
  const values = [
    ({ enum: [value] = [] }: JsonSchema, name: string) =>
      typeof value === 'string' ? value : /date/i.test(name) ? '2026-11-21' : '1',
    (_: JsonSchema, name: string) => (/type/.test(name) ? 'product' : 'x'.repeat(5_000)),
  ]
  return Array.from({ length: count }, (_, at) => {
    const value = values[at % values.length]
    const pairs = names.map(([name, schema]) => `${name}=${value?.(schema, name)}`)
    return pairs.length > 0 ? `${target}?${pairs.join('&')}` : target
  })
}
