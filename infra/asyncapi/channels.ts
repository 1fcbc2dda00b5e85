import * as z from 'zod'
import { sockets as tunnel } from '../../functions/tunnel/sockets.ts'
import { sockets as watchers } from '../../functions/watchers/sockets.ts'
import { TunnelFrame } from '../../shared/agents/protocol/tunnel-frame.ts'
import type { SocketApi } from '../../shared/http/endpoint.ts'
import { Notification } from '../../shared/lightning/notification.ts'
import { connectedFrame } from '../../shared/payments-feed/fan-out.ts'
import { ReplayRequest } from '../../shared/payments-feed/replay.ts'
import type { Json } from '../openapi/json.ts'

/** A message of a WebSocket: what it says, its schema and an example of each form. */
export type Message = {
  readonly name: string
  readonly summary: string
  readonly description?: string
  readonly schema: z.ZodType
  readonly examples: readonly Json[]
}

/** What a WebSocket is for, and what goes over it in each direction. */
export type Channel = {
  readonly sockets: SocketApi
  readonly title: string
  readonly description: string
  readonly sent: readonly Message[]
  readonly received: readonly Message[]
}

/** What watchers get of a notification: its fields that have a value. */
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

const ConnectedFrame = z
  .object({ type: z.literal(connectedFrame.type) })
  .meta({ id: 'ConnectedFrame' })

const nodeRequest = { method: 'GET', path: '/getbalance', form: null }

/** Every WebSocket, with the messages that its function sends and receives. */
export const channels: readonly Channel[] = [
  {
    sockets: watchers,
    title: 'Payments as they arrive',
    description:
      'Opened with the cookie `accessToken` of an open session; otherwise the upgrade is ' +
      'refused with 401 and `{"message":"Unauthorized API access"}`, or with 403 for a page of ' +
      `a site that is neither the API's own nor an allowed origin. A socket that is opened ` +
      'within a minute after another one of its session ended also gets the payments between ' +
      'them. It is closed when its session ends, and after two hours.',
    sent: [
      {
        name: 'connected',
        summary: 'The first frame, and the heartbeat',
        description: `It is repeated every ${watchers.everyMinutes} minutes.`,
        schema: ConnectedFrame,
        examples: [connectedFrame],
      },
      {
        name: 'payment',
        summary: "The node's notification of a payment",
        description:
          'Fields without a value are left out. A frame may come twice, with the same ' +
          '`paymentHash`.',
        schema: PaymentFrame,
        examples: [
          { type: 'payment_received', timestamp: 1_795_248_000_000, amountSat: 4200 },
          { type: 'payment_received' },
        ],
      },
    ],
    received: [
      {
        name: 'replay',
        summary: 'Asks for the recorded payments since a moment',
        description:
          'One replay runs on a socket at a time; another request meanwhile, and any ' +
          'other message, is ignored.',
        schema: ReplayRequest,
        examples: [{ action: 'replay', since: 1_795_248_000_000 }],
      },
    ],
  },
  {
    sockets: tunnel,
    title: "The way from the cloud to the shop's node",
    description:
      'Opened by an on-site agent, at the `tunnelUrl` of the reply to its heartbeat, with ' +
      'its bearer secret; otherwise the upgrade is refused with 401, or with 403 where the agent ' +
      'was enrolled without a node. An agent whose release did not say so is refused with 403 ' +
      'while another agent serves the node.',
    sent: [
      {
        name: 'nodeRequest',
        summary: 'A request that the agent makes to the node',
        description:
          'The agent answers by HTTPS, with POST /agents/tunnel/{id}. It runs a request ' +
          'with the same id once.',
        schema: TunnelFrame.meta({ id: 'TunnelFrame' }),
        examples: [
          { id: '4f0c6ac3-7c39-4a4f-9a5c-6b8bb0c1a1de', ...nodeRequest },
          {
            id: '0b7f2f4e-64a1-4a0c-8d0c-1d9f8b8f0f55',
            method: 'POST',
            path: '/createinvoice',
            form: { amountSat: '4200', description: 'Green tea' },
          },
        ],
      },
    ],
    received: [
      {
        name: 'ping',
        summary: 'Keeps the connection from being idle; it is not answered',
        schema: z.object({ action: z.literal('ping') }),
        examples: [{ action: 'ping' }],
      },
    ],
  },
]
