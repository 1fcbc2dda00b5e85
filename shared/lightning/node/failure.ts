import type { NodeUnreachable } from './transport.ts'

/** Reasons for the node's failures; clients show a text for each. */
export type NodeFailureReason =
  | 'invoice_already_paid'
  | 'invoice_expired'
  | 'recipient_rejected_payment'
  | 'invalid_invoice'
  | 'invalid_address'
  | 'insufficient_funds'
  | 'node_unavailable'
  | 'payment_failed'
  | 'invalid_request'
  | 'unknown'

/** Next steps after a payment that has certainly not been made. */
export const nextSteps = [
  /** Repeat it in a while. */
  'later',
  /** Another amount, fee rate or invoice. */
  'other_amount',
  /** Repeat it once the wallet has more balance or a new channel. */
  'top_up',
  /** The invoice's earlier payment decides: it is looked up by its payment hash. */
  'ask_by_hash',
  /** This invoice or offer can never be paid. */
  'never',
] as const
export type NextStep = (typeof nextSteps)[number]

/** A failure of the node; clients get `{message, code, source: "node", reason, next?}`. */
export class NodeFailure extends Error {
  /** HTTP status of our own response */
  readonly status: number
  /** HTTP status of the node's response, 0 when it was not reached */
  readonly code: number
  readonly reason: NodeFailureReason
  /** With the reason `payment_failed` alone. */
  readonly next: NextStep | undefined
  /** True if the node may have received the request, and acted on it */
  readonly sent: boolean
  /** True if the node's own response says that a payment failed, and why. */
  readonly isReported: boolean

  constructor(
    outcome: Outcome,
    code: number,
    message: string,
    sent: boolean,
    isReported = false,
  ) {
    super(message)
    this.name = 'NodeFailure'
    this.status = outcome.status
    this.code = code
    this.reason = outcome.reason
    this.next = outcome.next
    this.sent = sent
    this.isReported = isReported
  }
}

/** A reason and the HTTP status of our response to it. */
export type Outcome = { reason: NodeFailureReason; status: number; next?: NextStep }

const unavailable: Outcome = { reason: 'node_unavailable', status: 503 }
const alreadyPaid: Outcome = { reason: 'invoice_already_paid', status: 409 }

const outcomeUnknown =
  'The connection to the Lightning node broke before it answered: the outcome of this ' +
  'payment is unknown and must be looked up before it is tried again'

/** The failure of a call without a response. */
export function unreachableFailure(
  { sent, cause }: NodeUnreachable,
  isPayment: boolean,
): NodeFailure {
  const message = isPayment && sent ? outcomeUnknown : 'Lightning node is unavailable'
  return Object.assign(new NodeFailure(unavailable, 0, message, sent), { cause })
}

/** Returns the failure of a payment whose invoice the node has paid before. */
export const alreadyPaidFailure = (): NodeFailure =>
  new NodeFailure(alreadyPaid, 200, 'this invoice has already been paid', true)
