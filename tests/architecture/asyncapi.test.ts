import asyncApiSchema from '@asyncapi/specs/schemas/3.0.0.json' with { type: 'json' }
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { socketApis } from '../../functions/all.ts'
import { asyncApiText } from '../../infra/asyncapi/document.ts'
import type { Json, JsonObject } from '../../infra/openapi/json.ts'
import { textOf } from './sources.ts'

const text = textOf('docs/asyncapi.json')
const document = JSON.parse(text)

type DocumentedMessage = {
  readonly payload: JsonObject
  readonly examples: readonly { readonly payload: Json }[]
}
const messages: Readonly<Record<string, DocumentedMessage>> = document.components.messages

test('docs/asyncapi.json is what the declarations say (npm run generate writes it)', () => {
  expect(text === asyncApiText()).toBe(true)
})

test('it is valid by the JSON Schema of AsyncAPI 3', () => {
  const ajv = new Ajv({
    strict: false,
    validateFormats: false,
    meta: false,
    validateSchema: false,
  })
  const validate = ajv.compile(asyncApiSchema)
  validate(document)
  expect(validate.errors).toBeNull()
})

test('it has a channel for each WebSocket, and every reference leads somewhere', () => {
  type Channel = { address: string; servers: [{ $ref: string }] }
  const described = Object.values<Channel>(document.channels).map(
    ({ address: path, servers: [{ $ref }] }) => {
      const name = $ref.replace('#/servers/', '')
      return { name, path, security: document.servers[name].security }
    },
  )
  const declared = socketApis.flatMap(({ name, paths, access }) =>
    paths.map((path) => ({
      name,
      path,
      security: [{ $ref: `#/components/securitySchemes/${access}` }],
    })),
  )
  expect(new Set(described)).toEqual(new Set(declared))
  const dangling = [...text.matchAll(/"\$ref": "#\/([^"]+)"/g)]
    .map(([, path = '']) => path)
    .filter(
      (path) => path.split('/').reduce((at, key) => at?.[key], document) === undefined,
    )
  expect(dangling).toEqual([])
})

test('each message is sent or received on a channel, and the heartbeat is as declared', () => {
  const channels = Object.values<{ messages: object }>(document.channels)
  const names = channels.flatMap((channel) => Object.keys(channel.messages))
  expect(new Set(names)).toEqual(new Set(Object.keys(messages)))
  const operations = Object.values<{ messages: { $ref: string }[] }>(document.operations)
  const used = operations.flatMap((each) => each.messages.map(({ $ref }) => $ref))
  expect(new Set(used.map((path) => path.split('/').at(-1)))).toEqual(new Set(names))
  const { everyMinutes } = socketApis.find(({ name }) => name === 'watchers') ?? {}
  const { description } = document.components.messages.connected
  expect(description).toBe(`It is repeated every ${everyMinutes} minutes.`)
})

test('its examples are as their schemas say, and other messages are not', () => {
  const ajv = new Ajv({ strict: false })
  ajv.addSchema(document, 'asyncapi')
  for (const [name, { payload, examples }] of Object.entries(messages)) {
    const local = JSON.stringify(payload).replaceAll('"#/', '"asyncapi#/')
    const validate = ajv.compile(JSON.parse(local))
    expect(examples.length).toBeGreaterThan(0)
    const wrong = examples.filter((example) => !validate(example.payload))
    expect({ name, wrong }).toEqual({ name, wrong: [] })
    expect({ name, accepted: validate({}) }).toEqual({ name, accepted: false })
  }
})
