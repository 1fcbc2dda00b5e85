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
type RequestParameters = {
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

/** An error response of the node: its status and plain text. */
export class NodeError extends Error {
  override name = 'NodeError'
  readonly status: number

  constructor(status: number, text: string) {
    super(text)
    this.status = status
  }
}

/** The error for a parameter that cannot be parsed. */
export const invalidParameter = (name: string, type: string) =>
  new NodeError(400, `Request parameter ${name} couldn't be parsed/converted to ${type}`)

/** The error for a missing parameter. */
export const missingParameter = (name: string) =>
  new NodeError(400, `Request parameter ${name} is missing`)

/** A required text parameter. Throws NodeError. */
export function requiredText(form: URLSearchParams, name: string): string {
  const value = form.get(name)
  if (value === null) throw missingParameter(name)
  return value
}

/** A required integer of at least 1. Throws NodeError. */
export function requiredPositiveInteger(
  form: URLSearchParams,
  name: string,
  max: number,
) {
  const value = optionalPositiveInteger(form, name, max)
  if (value === null) throw missingParameter(name)
  return value
}

/** An integer of at least 1, null without the parameter. Throws NodeError. */
export function optionalPositiveInteger(
  form: URLSearchParams,
  name: string,
  max: number,
): number | null {
  const value = form.get(name)
  if (value === null) return null
  const number = /^\d+$/.test(value) ? Number(value) : 0
  if (number < 1 || number > max) throw invalidParameter(name, 'integer')
  return number
}
