import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { describe, expect, test } from 'vitest'
import { groups } from '../../functions/all.ts'
import { openApiText } from '../../infra/openapi/document.ts'
import {
  type Json,
  type JsonObject,
  textOf as jsonText,
  mapObjects,
} from '../../infra/openapi/json.ts'
import { tags } from '../../infra/openapi/tags.ts'
import { operationsOf } from '../support/answers/operations.ts'
import { documentId, withinDocument } from '../support/answers/within-document.ts'
import { textOf } from './sources.ts'

const text = textOf('docs/openapi.json')
const document = JSON.parse(text)
const nouns: Readonly<Record<string, JsonObject>> = document.components.schemas
const operations = operationsOf(document)

const ajv = new Ajv2020({ strict: false })
formats.default(ajv)
ajv.addSchema(document, documentId)

const compiled = new Map<string, (value: unknown) => boolean>()

/** True if a value fits a schema of the document. */
function fits(schema: JsonObject, value: Json): boolean {
  const key = JSON.stringify(schema)
  const validate = compiled.get(key) ?? ajv.compile(withinDocument(schema) as object)
  compiled.set(key, validate)
  return validate(value)
}

test('docs/openapi.json is what the declarations say (npm run generate writes it)', () => {
  expect(text === openApiText()).toBe(true)
})

test('an independent reader finds it a valid OpenAPI 3.1 document', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document))
  expect({ valid, errors }).toEqual({ valid: true, errors: undefined })
  expect(document.openapi).toMatch(/^3\.1\./)
})

test('it has an operation for each endpoint, and a description of each group', () => {
  const endpoints = groups.flatMap((group) => Object.values(group.endpoints))
  expect(new Set(operations.map(({ id }) => id)).size).toBe(endpoints.length)
  expect(Object.keys(tags).sort()).toEqual(groups.map(({ name }) => name).sort())
})

describe('its examples', () => {
  test('of responses are as their schemas say', () => {
    const shown = operations.flatMap(({ id, responses }) =>
      responses.flatMap(({ status, schema = {}, examples: values }) =>
        values.map((value) => ({ id, status, schema, value })),
      ),
    )
    expect(shown.length).toBeGreaterThan(1_000)
    expect(shown.filter(({ schema, value }) => !fits(schema, value))).toEqual([])
  })

  test('show every form of every success, but for files and documents about the API', () => {
    const bodies = operations.flatMap(({ id, responses }) =>
      responses
        .filter(({ status }) => Number(status) < 400)
        .map((each) => ({ id, ...each })),
    )
    const unshown = bodies.filter(
      ({ contentType, schema, examples: values }) =>
        contentType !== null &&
        values.length !== (Array.isArray(schema?.anyOf) ? schema.anyOf.length : 1),
    )
    expect(unshown.map(({ id }) => id)).toEqual([
      'docsOpenApi',
      'docsAsyncApi',
      'docsPage',
      'docsAsset',
      'officePage',
      'officeAsset',
      'tillPage',
      'tillAsset',
      'kitchenPage',
      'kitchenAsset',
      'exportsShop',
      'payCodesQr',
      'uploadsShow',
      'templatesPreview',
      'receiptsPage',
    ])
  })

  test('of refunds name what was given back', () => {
    const fieldsOf = (operation: string) =>
      operations
        .filter(({ id }) => id === operation)
        .flatMap(({ responses }) =>
          responses.filter(({ status }) => `${status}` === '200'),
        )
        .flatMap(({ examples }) => examples as { items: object[] }[])
        .map(({ items }) => Object.keys(items[0] ?? {}).sort())
    expect(fieldsOf('storeOrdersRefund')).toEqual([
      ['amountCents', 'line', 'priceAtOrder', 'productId', 'quantity'],
    ])
    expect(fieldsOf('ordersRefund')).toEqual([['amountCents', 'orderDishId', 'quantity']])
  })

  test('of nouns are as their schemas say', () => {
    const shown = Object.entries(nouns).flatMap(([name, schema]) =>
      ((schema.examples ?? []) as readonly Json[]).map((value) => ({ name, value })),
    )
    expect(shown.length).toBeGreaterThan(50)
    const wrong = shown.filter(
      ({ name, value }) => !fits({ $ref: `#/components/schemas/${name}` }, value),
    )
    expect(wrong).toEqual([])
  })

  test('show every noun that tills and administrators send', () => {
    const sent = operations.flatMap(({ body }) =>
      jsonText(body?.$ref).split('/').slice(-1),
    )
    const unshown = sent.filter((name) => nouns[name] && !nouns[name].examples)
    expect(unshown).toEqual([])
  })
})

test('no noun is written out where it could be named', () => {
  const fieldsOf = ({ properties }: JsonObject) =>
    Object.keys((properties ?? {}) as JsonObject)
      .sort()
      .join()
  const named = new Set(
    Object.values(nouns)
      .map(fieldsOf)
      .filter((fields) => fields.split(',').length > 2),
  )
  const copies: JsonObject[] = []
  mapObjects(document.paths, (object) => {
    if (named.has(fieldsOf(object))) copies.push(object)
    return object
  })
  expect(copies).toEqual([])
})
