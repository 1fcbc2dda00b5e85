import * as z from 'zod'
import type { NodeResponse, NodeUnreachable } from './transport.ts'

/** Why the node did not do what it was asked (open-areas, section 19). */
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

/** A failure of the node; on the wire `{message, code, source: "node", reason}`. */
export class NodeFailure extends Error {
  /** HTTP status of our own answer */
  readonly status: number
  /** HTTP status of the node's answer, 0 when it was not reached */
  readonly code: number
  readonly reason: NodeFailureReason
  /** Whether the node may have received the request, and acted on it */
  readonly sent: boolean

  constructor(outcome: Outcome, code: number, message: string, sent: boolean) {
    super(message)
    this.name = 'NodeFailure'
    this.status = outcome.status
    this.code = code
    this.reason = outcome.reason
    this.sent = sent
  }
}

type Outcome = { reason: NodeFailureReason; status: number }

/** First match counts: the text holds one word of every group. */
const payingRules: readonly (Outcome & { words: readonly (readonly string[])[] })[] = [
  {
    words: [['already paid', 'already been paid']],
    reason: 'invoice_already_paid',
    status: 409,
  },
  { words: [['expired'], ['invoice']], reason: 'invoice_expired', status: 410 },
  {
    words: [['recipient node rejected the payment']],
    reason: 'recipient_rejected_payment',
    status: 422,
  },
  {
    words: [
      ['invalid', "couldn't be parsed"],
      ['invoice', 'bolt11', 'offer'],
    ],
    reason: 'invalid_invoice',
    status: 400,
  },
  { words: [['invalid'], ['address']], reason: 'invalid_address', status: 400 },
  {
    words: [
      ['insufficient', 'not enough'],
      ['fund', 'balance', 'liquidity'],
    ],
    reason: 'insufficient_funds',
    status: 402,
  },
  {
    words: [['timeout', 'unavailable', 'connection']],
    reason: 'node_unavailable',
    status: 503,
  },
]

const unavailable: Outcome = { reason: 'node_unavailable', status: 503 }
const invalidRequest: Outcome = { reason: 'invalid_request', status: 400 }
const unknown: Outcome = { reason: 'unknown', status: 502 }

const outcomeUnknown =
  'The connection to the Lightning node broke before it answered: the outcome of this ' +
  'payment is unknown and must be looked up before it is tried again'

/** The failure behind an answer of a paying operation that holds no expected result. */
export function payingFailure({ status, body }: NodeResponse): NodeFailure {
  const text = textOf(body)
  const lower = text.toLowerCase()
  const outcome =
    payingRules.find(({ words }) => words.every((group) => group.some(isIn(lower)))) ??
    (status === 400 ? invalidRequest : unknown)
  return new NodeFailure(outcome, status, text || sentenceOf(outcome), true)
}

/**
 * The failure behind any other answer that was not expected. An operation with
 * `words` of its own never shows the node's; nobody is shown data that another shape holds.
 */
export function readingFailure(
  { status, body }: NodeResponse,
  words?: string,
): NodeFailure {
  const json = parsed(body)
  const isData = status === 200 && json !== undefined
  const text = isData ? (wordsOf(json) ?? '') : textOf(body)
  return new NodeFailure(unknown, status, words ?? (text || sentenceOf(unknown)), true)
}

/** The failure of a call that got no answer. */
export function unreachable({ sent }: NodeUnreachable, paying: boolean): NodeFailure {
  const message = paying && sent ? outcomeUnknown : 'Lightning node is unavailable'
  return new NodeFailure(unavailable, 0, message, sent)
}

const isIn = (text: string) => (word: string) => text.includes(word)

function sentenceOf({ reason }: Outcome): string {
  return reason === 'invalid_request'
    ? 'The Lightning node refused the request as invalid'
    : 'The Lightning node failed for an unknown reason'
}

const Explained = z.object({ message: z.string().min(1) })
const Reasoned = z.object({ reason: z.string().min(1) })

/** The node's own text: its JSON `message`, else its JSON `reason`, else all of it. */
const textOf = (body: string): string => wordsOf(parsed(body)) ?? body.trim()

function wordsOf(json: unknown): string | undefined {
  const explained = Explained.safeParse(json)
  if (explained.success) return explained.data.message
  return Reasoned.safeParse(json).data?.reason
}

function parsed(body: string): unknown {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
