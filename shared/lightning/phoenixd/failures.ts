import * as z from 'zod'
import { NodeFailure, type NodeFailureReason, type Outcome } from '../failure.ts'
import type { NodeResponse } from '../transport.ts'

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

const invalidRequest: Outcome = { reason: 'invalid_request', status: 400 }
const unknown: Outcome = { reason: 'unknown', status: 502 }

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
