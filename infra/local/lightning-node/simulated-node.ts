import type { Notification } from '../../../shared/lightning/node/notification.ts'
import type { SimulatedCards } from './cards.ts'
import type { Ledger } from './ledger.ts'
import type { SimulatedRateSource } from './rate-source.ts'
import type { Delivery, Faults } from './webhooks.ts'

/** In satoshis: what the node can send over it, and that of both sides. */
export type FirstChannel = { readonly balanceSat: number; readonly capacitySat: number }

/** State that every operation of the simulated node works with. */
export type SimulatedNode = Ledger & {
  /** The channel that it had before its ledger begins; null for a node that is new. */
  readonly firstChannel: FirstChannel | null
  /** Undefined while the line to its peer stands. */
  readonly peer: () => 'Offline' | 'Syncing' | undefined
  readonly faults: Faults
  readonly cards: SimulatedCards
  readonly rateSource: SimulatedRateSource
  readonly now: () => number
  /** Sends a notification to the WebSockets, the node's webhook and the invoice's own. */
  readonly notify: (
    payment: Notification,
    invoiceWebhookUrl: string | null,
  ) => Promise<Delivery>
}

/**
 * One operation of the API; `id` is the path's last segment where the path has `{id}`. A
 * string is sent as plain text, everything else as JSON.
 */
export type Operation = (
  node: SimulatedNode,
  parameters: { form: URLSearchParams; query: URLSearchParams; id: string },
) => unknown

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
  requiredText(form, name)
  return optionalPositiveInteger(form, name, max) ?? 0
}

/** An amount in satoshis; null without the parameter, and for 0. Throws NodeError. */
export const optionalAmount = (form: URLSearchParams, max: number): number | null =>
  form.get('amountSat') === '0' ? null : optionalPositiveInteger(form, 'amountSat', max)

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
