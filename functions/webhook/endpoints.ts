import { Notification } from '../../shared/lightning/node/notification.ts'
import { type Declaration, group, post } from '../../shared/platform/http/endpoint.ts'
import { bare } from '../../shared/platform/http/problem.ts'
import { bareString } from '../../shared/platform/http/reply.ts'

const notification = {
  summary: 'Receives a signed notification of the node',
  access: 'public',
  notAudited: 'the word of the node, kept with the payment',
  credential: 'signature',
  rawBody: true,
  wireBody: { schema: Notification },
  repeat: 'no-key',
  reply: bareString('Ok'),
  problems: {
    signatureMissing: bare(401, 'Missing X-Node-Signature header'),
    signatureInvalid: bare(401, 'Invalid signature'),
    invalid: bare(400, 'Invalid payload'),
  },
} as const satisfies Declaration

/** The node's signed notifications of received payments. */
export const endpoints = group(
  'webhook',
  ['table', 'webhook-secret', 'watchers:post', 'fan-out', 'node'],
  {
    node: post('/webhook/node', notification),
    phoenixd: post('/webhook/phoenixd', notification),
  },
)
