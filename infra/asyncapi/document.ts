import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { given, type Json, type JsonObject } from '../openapi/json.ts'
import { capitalized } from '../openapi/responses.ts'
import { collectSchemas } from '../openapi/schemas.ts'
import { type Channel, channels, type Message } from './channels.ts'

const schemes = {
  token: {
    type: 'httpApiKey',
    name: 'accessToken',
    in: 'cookie',
    description: 'The cookie that POST /auth/login sets.',
  },
  agent: {
    type: 'http',
    scheme: 'bearer',
    description: '`<agentId>.<secret>` with the secret that the agent has made.',
  },
} as const satisfies JsonObject

const ref = (path: string): JsonObject => ({ $ref: `#/${path}` })

/** The AsyncAPI 3 document of the WebSockets. `version` is the API's. */
export function asyncApiDocument(version: string): JsonObject {
  const schemas = collectSchemas()
  const messages = channels.flatMap(({ sent, received }) => [...sent, ...received])
  const documented = byName(messages, ({ name, summary, description, ...message }) =>
    given({
      name,
      summary,
      description,
      contentType: 'application/json',
      payload: schemas.of(message.schema, 'input'),
      examples: message.examples.map((payload) => ({ payload })),
    }),
  )
  return schemas.named({
    asyncapi: '3.0.0',
    info: {
      title: 'Lightning POS, WebSockets',
      version,
      description:
        'Messages in both directions are JSON texts. The HTTP API is described by the ' +
        'OpenAPI document at `/openapi.json`.',
      license: { name: 'MIT' },
    },
    defaultContentType: 'application/json',
    servers: Object.fromEntries(channels.map(serverOf)),
    channels: Object.fromEntries(channels.map(channelOf)),
    operations: Object.fromEntries(channels.flatMap(operationsOf)),
    components: {
      messages: documented,
      schemas: schemas.components(),
      securitySchemes: schemes,
    },
  })
}

const byName = <T extends { readonly name: string }>(
  all: readonly T[],
  jsonOf: (each: T) => Json,
): JsonObject => Object.fromEntries(all.map((each) => [each.name, jsonOf(each)]))

/** Where the channel is, and who may open it. */
const serverOf = ({ sockets: { name, access } }: Channel): [string, JsonObject] => [
  name,
  {
    host: '{host}',
    protocol: 'wss',
    description: 'On one machine the protocol is ws.',
    variables: {
      host: {
        default: '127.0.0.1:4000',
        description:
          access === 'token'
            ? 'Host of the API'
            : "Host of the tunnel's URL, which the API tells its agents",
      },
    },
    security: [ref(`components/securitySchemes/${access}`)],
  },
]

const channelOf = ({
  sockets: { name, path },
  title,
  description,
  sent,
  received,
}: Channel): [string, JsonObject] => [
  name,
  {
    address: path,
    title,
    description,
    servers: [ref(`servers/${name}`)],
    messages: byName([...sent, ...received], (message) =>
      ref(`components/messages/${message.name}`),
    ),
    bindings: { ws: { method: 'GET', bindingVersion: '0.1.0' } },
  },
]

/** An operation for each message. The API is the one that sends and receives. */
const operationsOf = ({ sockets, sent, received }: Channel): [string, JsonObject][] => {
  const channel = `channels/${sockets.name}`
  const operation =
    (action: 'send' | 'receive') =>
    ({ name, summary }: Message): [string, JsonObject] => [
      `${action}${capitalized(name)}`,
      {
        action,
        channel: ref(channel),
        summary,
        messages: [ref(`${channel}/messages/${name}`)],
      },
    ]
  return [...sent.map(operation('send')), ...received.map(operation('receive'))]
}

const root = join(import.meta.dirname, '../..')

/** The text of docs/asyncapi.json as the declarations have it now. */
export function asyncApiText(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  return `${JSON.stringify(asyncApiDocument(version), null, 2)}\n`
}

if (import.meta.main) writeFileSync(join(root, 'docs/asyncapi.json'), asyncApiText())
