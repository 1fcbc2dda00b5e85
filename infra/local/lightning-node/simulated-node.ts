import { createECDH, randomBytes } from 'node:crypto'
import type { Notification } from '../../../shared/lightning/notification.ts'
import type { Ledger } from './ledger.ts'
import type { Delivery, Faults } from './webhooks.ts'

/** What every operation of the simulated node works with. */
export type SimulatedNode = {
  readonly ledger: Ledger
  readonly privateKey: string
  readonly nodeId: string
  readonly faults: Faults
  readonly now: () => number
  /** Sends a notification to the WebSockets, the node's webhook and the invoice's own. */
  readonly notify: (
    payment: Notification,
    invoiceWebhookUrl: string | null,
  ) => Promise<Delivery>
}

/** Parameters of one request; `id` is the path's last segment where the path has `{id}`. */
export type RequestParameters = {
  form: URLSearchParams
  query: URLSearchParams
  id: string
}

/** One operation of the API. A string is sent as plain text, everything else as JSON. */
export type Operation = (node: SimulatedNode, parameters: RequestParameters) => unknown

/** The node's key pair: created on the first start, then read from the ledger. */
export function loadOrCreateIdentity(ledger: Ledger) {
  const stored = ledger.privateKey()
  const privateKey = stored ?? randomBytes(32).toString('hex')
  if (stored === undefined) ledger.record({ kind: 'identity', privateKey })
  return { privateKey, nodeId: publicKey(privateKey) }
}

/** The compressed secp256k1 public key, hex. */
function publicKey(privateKey: string): string {
  const pair = createECDH('secp256k1')
  pair.setPrivateKey(privateKey, 'hex')
  return pair.getPublicKey('hex', 'compressed')
}
