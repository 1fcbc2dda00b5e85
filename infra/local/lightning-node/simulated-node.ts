import { createECDH, randomBytes } from 'node:crypto'
import type { Notification } from '../../../shared/lightning/notification.ts'
import type { Faults } from './faults.ts'
import type { Ledger } from './ledger.ts'
import type { Delivery } from './webhooks.ts'

/** What every operation of the simulated node works with. */
export type SimulatedNode = {
  readonly ledger: Ledger
  readonly privateKey: string
  readonly nodeId: string
  readonly faults: Faults
  readonly now: () => number
  /** Tells the event stream and the webhooks, the invoice's own one too. */
  readonly notify: (payment: Notification, ownUrl: string | null) => Promise<Delivery>
}

/** Parameters of one request; `id` is the last segment of a path that ends in one. */
export type RequestParameters = {
  form: URLSearchParams
  query: URLSearchParams
  id: string
}

/** One operation: text is answered as plain text, everything else as JSON. */
export type Operation = (node: SimulatedNode, given: RequestParameters) => unknown

/** The node's key pair: made on the first start, the same ever after. */
export function loadOrCreateIdentity(ledger: Ledger) {
  const known = ledger.privateKey()
  const privateKey = known ?? randomBytes(32).toString('hex')
  if (known === undefined) ledger.record({ kind: 'identity', privateKey })
  return { privateKey, nodeId: publicKey(privateKey) }
}

/** The compressed secp256k1 public key, hex. */
function publicKey(privateKey: string): string {
  const pair = createECDH('secp256k1')
  pair.setPrivateKey(privateKey, 'hex')
  return pair.getPublicKey('hex', 'compressed')
}
