import { createHash } from 'node:crypto'
import { type Json, type JsonObject, mapValues, textOf } from './json.ts'

/** The schema that a reference leads to. */
export type Resolve = (reference: string) => JsonObject

/** Types of bodies with examples: neither files nor pages, nor documents about the API. */
const shownTypes = ['application/json', 'text/plain', 'text/csv']

/** The responses of an operation with an example of each form of each success. */
export const withExamples = (responses: JsonObject, resolve: Resolve): JsonObject =>
  mapValues(responses, (response, status) => {
    const { content } = response as { readonly content?: JsonObject }
    if (!content || Number(status) >= 400) return response
    const shown = mapValues(content, (media, type) => {
      const { schema } = media as { readonly schema: JsonObject }
      const isShown = shownTypes.includes(type) && !('additionalProperties' in schema)
      return isShown
        ? { ...(media as JsonObject), examples: formsOf(schema, resolve) }
        : media
    })
    return { ...(response as JsonObject), content: shown }
  })

/** An example of each alternative of a schema, under the alternative's name. */
const formsOf = (schema: JsonObject, resolve: Resolve): JsonObject =>
  Object.fromEntries(
    ((schema.anyOf ?? [schema]) as JsonObject[]).map((form) => [
      nameOf(form),
      { value: exampleOf(form, resolve) },
    ]),
  )

/** Such as `product` for products, `none` for the text of an empty list. */
function nameOf(form: JsonObject): string {
  const noun = nounOf(form) || nounOf((form.items ?? {}) as JsonObject)
  if (noun !== '') return noun.charAt(0).toLowerCase() + noun.slice(1)
  if (form.type !== 'string') return 'success'
  return 'const' in form ? 'none' : 'text'
}

const nounOf = ({ $ref }: JsonObject): string => textOf($ref).split('/').at(-1) ?? ''

const hex = '9f64a747e1b97f131fabb6b447296c9b6f0201e79fb3c5356e6c77e89b6a806a'

/** Values of fields whose description has no example, by their name. */
const byName: JsonObject = {
  accessToken: 'eyJhbGciOiJIUzI1NiJ9…',
  amountCents: 250,
  amountSat: 4200,
  channelId: hex,
  date: '2026-11-21',
  email: 'ana@example.com',
  fundingTxId: hex,
  invoice: 'lnbc42u1p5…',
  name: 'ana',
  notes: '',
  paymentHash: hex,
  paymentMethod: 'Cash',
  paymentPreimage: hex,
  phone: '+1 555 0100',
  preimage: hex,
  priceAtOrder: 250,
  priceCents: 250,
  productName: 'Green tea',
  satoshiAmount: 0,
  serialized: 'lnbc42u1p5…',
  shiftDate: '1795219200000',
  startTime: '1795248000000',
  state: 'Normal',
  status: 'closed',
  templateName: 'Bill',
  ticketDate: '2026-11-21T08:00:00',
  total_sales: '5.00',
  txId: hex,
  type: 'incoming_payment',
  url: 'https://pos.shop.example/uploads/2026-11-21/tea.png',
  userName: 'ana',
  version: '0.2.0',
}

/** Returns the example at the end of a description, such as `kg`; undefined if it has none. */
function namedExample(schema: JsonObject): Json | undefined {
  const [, words] =
    /\bsuch as ([^;]+?)(?: or .*)?(?:;|$)/.exec(textOf(schema.description)) ?? []
  if (words === undefined || schema.items) return undefined
  const value = words.replaceAll('`', '')
  return fits(Number(value), schema) ? Number(value) : value
}

/**
 * A value as a schema says, made of the values of its fields. An `example` in a schema's
 * metadata comes first; that of an object adds to what its fields say.
 */
export function exampleOf(
  schema: JsonObject,
  resolve: Resolve,
  noun = '',
  name = '',
): Json {
  const { example, const: only, enum: values, anyOf, allOf, items, properties } = schema
  if (properties !== undefined) {
    // The few fields that an answer may leave out say that something is not as it should be.
    const required = (schema.required ?? []) as readonly string[]
    const shown = Object.entries(properties as Readonly<Record<string, JsonObject>>)
      .filter(
        ([field, each]) => required.includes(field) || ownExample(each) !== undefined,
      )
      .map(([field, each]) => [field, exampleOf(each, resolve, noun, field)])
    return { ...Object.fromEntries(shown), ...(example as JsonObject | undefined) }
  }
  if (schema.$ref !== undefined) {
    const value = exampleOf(resolve(textOf(schema.$ref)), resolve, nounOf(schema), name)
    return typeof example === 'object'
      ? { ...(value as JsonObject), ...(example as JsonObject) }
      : value
  }
  const own = ownExample(schema)
  if (own !== undefined) return own
  if (only !== undefined) return only
  if (Array.isArray(values)) return values[0] as Json
  if (name in byName && fits(byName[name] ?? null, schema)) return byName[name] ?? null
  const parts = (anyOf ?? allOf) as readonly JsonObject[] | undefined
  if (isNullable(schema)) return null
  if (parts) {
    const each = parts.map((part) => exampleOf(part, resolve, noun, name))
    return anyOf ? (each[0] ?? null) : Object.assign({}, ...each)
  }
  if (items !== undefined) {
    return [exampleOf(items as JsonObject, resolve, noun, name.replace(/s$/, ''))]
  }
  return plainExample(schema, noun, name)
}

const ownExample = (schema: JsonObject) => schema.example ?? namedExample(schema)

/** True if a value is of a schema's type. */
const fits = (value: Json, { type, anyOf }: JsonObject): boolean =>
  Array.isArray(anyOf)
    ? anyOf.some((each) => fits(value, each as JsonObject))
    : [type]
        .flat()
        .some((each) => (each === 'integer' ? 'number' : each) === typeof value)

const isNullable = ({ type, anyOf }: JsonObject): boolean =>
  Array.isArray(anyOf)
    ? anyOf.some((each) => isNullable(each as JsonObject))
    : [type].flat().includes('null')

function plainExample({ type, format }: JsonObject, noun: string, name: string): Json {
  if (type === 'integer' || type === 'number') return 1
  if (type === 'boolean') return true
  if (type === 'array') return []
  if (format === 'uri') return 'https://pos.shop.example/a'
  if (format === 'date-time') return '2026-11-21T08:00:00.000Z'
  if (name === 'id') return idOf(noun)
  return name.endsWith('Id') ? idOf(name.slice(0, -2)) : 'text'
}

/** The id of a kind of record, the same in all examples. */
const idOf = (record: string) =>
  `0199f2a4-5c1e-4d3a-9b8f-${createHash('sha1').update(record.toLowerCase()).digest('hex').slice(0, 12)}`
