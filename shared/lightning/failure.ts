import * as z from 'zod'
import type { NodeResponse, NodeUnreachable } from './transport.ts'

/** Why the node did not do what it was asked; clients show a text for each. */
export type NodeFailureReason =
  | 'invoice_already_paid'
  | 'invoice_expired'
  | 'recipient_rejected_payment'
  | 'invalid_invoice'
  | 'invalid_address'
  | 'insufficient_funds'
  | 'node_unavailable'
  | 'invalid_request'
  | 'unknown'

/** A failure of the node; clients get `{message, code, source: "node", reason}`. */
export class NodeFailure extends Error {
  /** HTTP status of our own response */
  readonly status: number
  /** HTTP status of the node's response, 0 when it was not reached */
  readonly code: number
  readonly reason: NodeFailureReason
  /** Whether the node may have received the request, and acted on it */
  readonly sent: boolean
  /** Whether the node itself says in its response that a payment failed, and why. */
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
    this.sent = sent
    this.isReported = isReported
  }
}

type Outcome = { reason: NodeFailureReason; status: number }

/** The first match counts: the text has a phrase of every group. */
const paymentRules: readonly [
  reason: NodeFailureReason,
  status: number,
  ...phrases: (readonly string[])[],
][] = [
  ['invoice_already_paid', 409, ['already paid', 'already been paid']],
  ['invoice_expired', 410, ['expired'], ['invoice']],
  ['recipient_rejected_payment', 422, ['recipient node rejected the payment']],
  [
    'invalid_invoice',
    400,
    ['invalid', "couldn't be parsed"],
    ['invoice', 'bolt11', 'offer'],
  ],
  ['invalid_address', 400, ['invalid'], ['address']],
  [
    'insufficient_funds',
    402,
    ['insufficient', 'not enough'],
    ['fund', 'balance', 'liquidity'],
  ],
  ['node_unavailable', 503, ['timeout', 'unavailable', 'connection']],
]

const unavailable: Outcome = { reason: 'node_unavailable', status: 503 }
const invalidRequest: Outcome = { reason: 'invalid_request', status: 400 }
const unknown: Outcome = { reason: 'unknown', status: 502 }

const outcomeUnknown =
  'The connection to the Lightning node broke before it answered: the outcome of this ' +
  'payment is unknown and must be looked up before it is tried again'

/** The failure in a payment's response that has no result of the expected shape. */
export function paymentFailure({ status, body }: NodeResponse): NodeFailure {
  const text = textOf(body)
  const lower = text.toLowerCase()
  const rule = paymentRules.find(([, , ...groups]) =>
    groups.every((group) => group.some((phrase) => lower.includes(phrase))),
  )
  const other = status === 400 ? invalidRequest : unknown
  const outcome = rule ? { reason: rule[0], status: rule[1] } : other
  const isReported = status === 200 && messageIn(parseJson(body)) !== undefined
  const message = text || defaultMessage(outcome)
  return new NodeFailure(outcome, status, message, true, isReported)
}

/**
 * The failure in the response to any other operation. An operation with a `message` of its
 * own never shows the node's text. Data of an unexpected shape is not shown at all.
 */
export function readFailure(
  { status, body }: NodeResponse,
  message?: string,
): NodeFailure {
  const json = parseJson(body)
  const isData = status === 200 && json !== undefined
  const text = isData ? (messageIn(json) ?? '') : textOf(body)
  const shown = message ?? (text || defaultMessage(unknown))
  return new NodeFailure(unknown, status, shown, true)
}

/** The failure of a call without a response. */
export function unreachableFailure(
  { sent }: NodeUnreachable,
  isPayment: boolean,
): NodeFailure {
  const message = isPayment && sent ? outcomeUnknown : 'Lightning node is unavailable'
  return new NodeFailure(unavailable, 0, message, sent)
}

function defaultMessage({ reason }: Outcome): string {
  return reason === 'invalid_request'
    ? 'The Lightning node refused the request as invalid'
    : 'The Lightning node failed for an unknown reason'
}

const WithMessage = z.object({ message: z.string().min(1) })
const WithReason = z.object({ reason: z.string().min(1) })

/** The node's own text: its JSON `message`, else its JSON `reason`, else all of it. */
const textOf = (body: string): string => messageIn(parseJson(body)) ?? body.trim()

function messageIn(json: unknown): string | undefined {
  const withMessage = WithMessage.safeParse(json)
  if (withMessage.success) return withMessage.data.message
  return WithReason.safeParse(json).data?.reason
}

function parseJson(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
