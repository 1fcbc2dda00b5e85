import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { TunnelFrame } from '../../shared/agents/protocol/tunnel-frame.ts'
import { EventFrame } from '../../shared/events/event-frames/event-frame.ts'
import { Notification } from '../../shared/lightning/node/notification.ts'
import { connectedFrame } from '../../shared/lightning/payments-feed/fan-out.ts'
import { ReplayRequest } from '../../shared/lightning/payments-feed/replay.ts'
import type { JsonObject } from '../openapi/json.ts'
import { collectSchemas } from '../openapi/schemas.ts'

/** Frame of a notification for watchers: its fields that have a value. */
export const PaymentFrame = z
  .object(
    Object.fromEntries(
      Object.entries<z.ZodType>(Notification.shape).map(([name, field]) => [
        name,
        withoutNull(field),
      ]),
    ),
  )
  .meta({ id: 'PaymentFrame' })

function withoutNull(field: z.ZodType): z.ZodType {
  if (!(field instanceof z.ZodOptional)) return field
  const value = (field.unwrap() as z.ZodNullable<z.ZodType>).unwrap().optional()
  return field.description === undefined ? value : value.describe(field.description)
}

/** The messages of the WebSockets, by their names in the document. */
const messages: Readonly<Record<string, z.ZodType>> = {
  connected: z
    .object({ type: z.literal(connectedFrame.type) })
    .meta({ id: 'ConnectedFrame' }),
  payment: PaymentFrame,
  event: EventFrame,
  replay: ReplayRequest,
  nodeRequest: TunnelFrame.meta({ id: 'TunnelFrame' }),
  ping: z.object({ action: z.literal('ping') }),
}

const root = join(import.meta.dirname, '../..')
const file = join(root, 'docs/asyncapi.json')

/** The text of docs/asyncapi.json with the version and the schemas as they are now. */
export function asyncApiText(): string {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const document = JSON.parse(readFileSync(file, 'utf8'))
  const schemas = collectSchemas()
  const { info, components } = document
  info.version = version
  components.messages = Object.fromEntries(
    Object.entries<JsonObject>(components.messages).map(([name, message]) => {
      const schema = messages[name]
      if (!schema) throw new Error(`docs/asyncapi.json: no schema of the message ${name}`)
      return [name, { ...message, payload: schemas.of(schema, 'input') }]
    }),
  )
  components.schemas = schemas.components()
  return `${JSON.stringify(schemas.named(document), null, 2)}\n`
}

if (import.meta.main) writeFileSync(file, asyncApiText())
