import * as z from 'zod'
import {
  type NextStep,
  NodeFailure,
  type NodeFailureReason,
  nextSteps,
  type Outcome,
} from '../failure.ts'
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

/** Texts, or their beginnings, by which phoenixd says that an attempt has not paid. */
const failedAttempts: Readonly<Record<NextStep, readonly string[]>> = {
  ask_by_hash: ['another payment is in progress for that invoice'],
  never: [
    'payment request features not supported',
    'payment amount must be positive',
    'recipient responded to the invoice request with an error',
    'recipient returned an invalid response to the invoice request',
    'recipient returned an invoice that does not match the request',
  ],
  top_up: [
    'payment could not be sent through existing channels',
    'channel closing is in progress',
  ],
  other_amount: [
    'the payment amount is too small',
    'the payment amount is too large',
    'the payment expiry is too far in the future',
    'either the tx is already confirmed or has a higher feerate',
    'RbfFeerateTooLow',
  ],
  later: [
    'channel is not connected yet, please retry when connected',
    'channel creation is in progress, please retry when ready',
    'a splicing operation is in progress',
    'too many pending payments',
    'disconnected before signing outgoing payments',
    'routing fees are insufficient',
    'a node in the route had a temporary failure',
    'liquidity issue at the recipient node',
    'recipient node is offline or unreachable',
    'cannot decrypt failure message',
    'no response to the invoice request',
    'the recipient was offline or did not have enough liquidity to receive the payment',
    'an unknown error occurred',
    'payment attempts exhausted without success',
    'no channel available',
  ],
}

/** Form of phoenixd's other reasons why a channel does nothing on-chain. */
const channelReason = /^[A-Z][A-Za-z]+(\(.*\))?$/s

const invalidRequest: Outcome = { reason: 'invalid_request', status: 400 }
const unknown: Outcome = { reason: 'unknown', status: 502 }

/** The failure in a payment's response that has no result of the expected shape. */
export function paymentFailure({ status, body }: NodeResponse): NodeFailure {
  const text = textOf(body)
  const lower = text.toLowerCase()
  const rule = paymentRules.find(([, , ...groups]) =>
    groups.every((group) => group.some((phrase) => lower.includes(phrase))),
  )
  const hasReason = status === 200 && messageIn(parseJson(body)) !== undefined
  const next = status === 200 ? nextStep(text, hasReason) : undefined
  const outcome: Outcome = rule
    ? { reason: rule[0], status: rule[1] }
    : next
      ? { reason: 'payment_failed', status: 422, next }
      : status === 400
        ? invalidRequest
        : unknown
  // While an earlier attempt is under way, the invoice may still be paid
  const isReported = hasReason && next !== 'ask_by_hash'
  const message = text || defaultMessage(outcome)
  return new NodeFailure(outcome, status, message, true, isReported)
}

/** Returns the next step after a text with status 200; undefined for an unknown text. */
function nextStep(text: string, hasReason: boolean): NextStep | undefined {
  const known = nextSteps.find((step) =>
    failedAttempts[step].some((start) => text.startsWith(start)),
  )
  return known ?? (hasReason || channelReason.test(text) ? 'later' : undefined)
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
