import { expect, test } from 'vitest'
import {
  type NodeFailure,
  unreachableFailure,
} from '../../../shared/lightning/node/failure.ts'
import {
  paymentFailure,
  readFailure,
} from '../../../shared/lightning/node/phoenixd/failures.ts'
import { NodeUnreachable } from '../../../shared/lightning/node/transport.ts'

const seen = ({ status, reason, code, message }: NodeFailure) => ({
  status,
  reason,
  code,
  message,
})

/** The node's answer to a payment: status and text; then our status and reason. */
const recorded: [number, string, number, string][] = [
  [200, 'this invoice has already been paid', 409, 'invoice_already_paid'],
  [200, 'ALREADY PAID', 409, 'invoice_already_paid'],
  [200, 'this expired invoice was already paid', 409, 'invoice_already_paid'],
  [200, 'the invoice has expired', 410, 'invoice_expired'],
  [400, 'Invoice is invalid: expired', 410, 'invoice_expired'],
  [200, 'the offer has expired', 502, 'unknown'],
  [200, 'recipient node rejected the payment', 422, 'recipient_rejected_payment'],
  [
    500,
    'Recipient node rejected the payment: timeout',
    422,
    'recipient_rejected_payment',
  ],
  [
    400,
    "Request parameter invoice couldn't be parsed/converted to bolt11invoice",
    400,
    'invalid_invoice',
  ],
  [
    400,
    "Request parameter offer couldn't be parsed/converted to bolt12offer",
    400,
    'invalid_invoice',
  ],
  [500, 'invalid bolt11', 400, 'invalid_invoice'],
  [200, 'invalid invoice for this address', 400, 'invalid_invoice'],
  [200, 'invalid bitcoin address', 400, 'invalid_address'],
  [
    400,
    "Request parameter address couldn't be parsed/converted to address",
    400,
    'invalid_request',
  ],
  [200, 'not enough funds in wallet to afford payment', 402, 'insufficient_funds'],
  [200, 'Insufficient balance', 402, 'insufficient_funds'],
  [500, 'insufficient liquidity', 402, 'insufficient_funds'],
  [200, 'not enough', 502, 'unknown'],
  [200, 'not enough funds, connection lost', 402, 'insufficient_funds'],
  [200, 'timeout waiting for the peer', 503, 'node_unavailable'],
  [503, 'Service Unavailable', 503, 'node_unavailable'],
  [500, 'Connection refused by the peer', 503, 'node_unavailable'],
  [400, 'timeout', 503, 'node_unavailable'],
  [400, 'Request parameter amountSat is missing', 400, 'invalid_request'],
  [
    401,
    'Invalid authentication (use basic auth with the http password set in phoenix.conf)',
    502,
    'unknown',
  ],
  [404, 'Unknown endpoint (check api doc)', 502, 'unknown'],
  [500, 'something broke', 502, 'unknown'],
  [500, 'too many pending payments', 502, 'unknown'],
]

test.each(recorded)('%i "%s" is %i %s', (code, text, status, reason) => {
  const failure = paymentFailure({ status: code, body: text })
  expect(seen(failure)).toEqual({ status, reason, code, message: text })
})

/** Texts of phoenixd about an attempt that has not paid, and the next step. */
const reasons: [text: string, next: string][] = [
  ['payment request features not supported', 'never'],
  ['payment amount must be positive', 'never'],
  ['another payment is in progress for that invoice', 'ask_by_hash'],
  ['channel is not connected yet, please retry when connected', 'later'],
  ['channel creation is in progress, please retry when ready', 'later'],
  ['a splicing operation is in progress', 'later'],
  ['too many pending payments', 'later'],
  ['disconnected before signing outgoing payments', 'later'],
  [
    'payment could not be sent through existing channels, check individual failures for more details',
    'top_up',
  ],
  [
    'channel closing is in progress, please retry when a new channel has been created',
    'top_up',
  ],
  ['channel closing is in progress', 'top_up'],
  ['the payment amount is too small', 'other_amount'],
  ['the payment amount is too large', 'other_amount'],
  ['the payment expiry is too far in the future', 'other_amount'],
  ['routing fees are insufficient', 'later'],
  ['a node in the route had a temporary failure', 'later'],
  ['liquidity issue at the recipient node', 'later'],
  ['recipient node is offline or unreachable', 'later'],
  ['cannot decrypt failure message: bad mac', 'later'],
  ['expiry_too_soon', 'later'],
  ['no response to the invoice request', 'later'],
  ['recipient responded to the invoice request with an error', 'never'],
  ['recipient returned an invoice that does not match the request', 'never'],
  [
    'the recipient was offline or did not have enough liquidity to receive the payment',
    'later',
  ],
  ['an unknown error occurred', 'later'],
  ['payment attempts exhausted without success', 'later'],
]

test.each(reasons)('"%s" has not paid; next: %s', (reason, next) => {
  const failure = paymentFailure({
    status: 200,
    body: JSON.stringify({ paymentHash: 'ab'.repeat(32), reason }, null, 4),
  })
  expect({ ...seen(failure), next: failure.next }).toEqual({
    status: 422,
    reason: 'payment_failed',
    code: 200,
    message: reason,
    next,
  })
  // The earlier payment of that invoice may be paid yet
  expect(failure.isReported).toBe(next !== 'ask_by_hash')
})

test.each([
  ['this invoice has already been paid', 'invoice_already_paid'],
  ['not enough funds in wallet to afford payment', 'insufficient_funds'],
  ['not enough funds', 'insufficient_funds'],
  ['recipient node rejected the payment', 'recipient_rejected_payment'],
  ['recipient returned an invalid response to the invoice request', 'invalid_invoice'],
])('"%s" has a reason of its own, %s', (text, reason) => {
  const body = JSON.stringify({ reason: text })
  const failure = paymentFailure({ status: 200, body })
  expect(failure).toMatchObject({ reason, next: undefined })
})

/** Texts of on-chain operations in place of a transaction's id. */
test.each([
  ['no channel available', 'payment_failed', 'later'],
  ['SpliceAlreadyInProgress', 'payment_failed', 'later'],
  ['ConcurrentRemoteSplice', 'payment_failed', 'later'],
  ['AbortedByPeer(reason=too soon)', 'payment_failed', 'later'],
  ['Disconnected', 'payment_failed', 'later'],
  ['ClosingAlreadyInProgress', 'payment_failed', 'later'],
  [
    'either the tx is already confirmed or has a higher feerate',
    'payment_failed',
    'other_amount',
  ],
  ['RbfFeerateTooLow(minimum=2 sat/byte)', 'payment_failed', 'other_amount'],
  [
    'InsufficientFunds(balanceAfterFees=1 msat, liquidityFees=0 msat, currentFeeCredit=0 msat)',
    'insufficient_funds',
    undefined,
  ],
])('"%s" in place of a transaction is %s, next %s', (body, reason, next) => {
  expect(paymentFailure({ status: 200, body })).toMatchObject({ reason, next })
})

test.each([
  ['its message', { message: 'already paid', reason: 'timeout' }, 'already paid'],
  ['its reason without a message', { paymentHash: 'ab', reason: 'timeout' }, 'timeout'],
  ['its reason beside an empty message', { message: '', reason: 'timeout' }, 'timeout'],
  [
    'all of it without either',
    { detail: 'invalid address' },
    '{"detail":"invalid address"}',
  ],
  ['all of it when they are not text', { message: 5 }, '{"message":5}'],
])("JSON counts by %s, and that is the failure's message", (_case, json, message) => {
  const body = JSON.stringify(json)
  expect(paymentFailure({ status: 200, body }).message).toBe(message)
})

test('matches JSON by its message only', () => {
  const body = JSON.stringify({ message: 'something broke', reason: 'already paid' })
  expect(paymentFailure({ status: 500, body }).reason).toBe('unknown')
})

test.each([
  [200, '', 502, 'unknown'],
  [200, ' \n', 502, 'unknown'],
  [400, '', 400, 'invalid_request'],
  [503, '', 502, 'unknown'],
])('a payment answered %i "%s" gets a sentence', (code, body, status, reason) => {
  const failure = paymentFailure({ status: code, body })
  expect(seen(failure)).toMatchObject({ status, reason, code })
  expect(failure.message).toMatch(/^The Lightning node .+/)
})

test("a failed read is a 502 with the node's text", () => {
  expect(seen(readFailure({ status: 400, body: 'invalid invoice' }))).toEqual({
    status: 502,
    reason: 'unknown',
    code: 400,
    message: 'invalid invoice',
  })
})

test.each([
  ['[{"preimage":"secret"}]', 'The Lightning node failed for an unknown reason'],
  ['', 'The Lightning node failed for an unknown reason'],
  ['must have one active channel', 'must have one active channel'],
  ['{"reason":"database is locked","preimage":"secret"}', 'database is locked'],
])('a read that succeeded with %s shows no data, and the cause', (body, message) => {
  expect(readFailure({ status: 200, body }).message).toBe(message)
})

test('an unreachable node is a 503 with code 0', () => {
  const expected = {
    status: 503,
    reason: 'node_unavailable',
    code: 0,
    message: 'Lightning node is unavailable',
  }
  expect(seen(unreachableFailure(new NodeUnreachable(false), false))).toEqual(expected)
  expect(seen(unreachableFailure(new NodeUnreachable(true), false))).toEqual(expected)
  expect(seen(unreachableFailure(new NodeUnreachable(false), true))).toEqual(expected)
})

test('a payment that may have been sent has an unknown outcome', () => {
  const failure = unreachableFailure(new NodeUnreachable(true), true)
  expect(seen(failure)).toMatchObject({
    status: 503,
    reason: 'node_unavailable',
    code: 0,
  })
  expect(failure.message).toMatch(/outcome of this payment is unknown.+looked up/)
})

test('a failure says whether the request may have been sent', () => {
  expect(paymentFailure({ status: 500, body: '' }).sent).toBe(true)
  expect(unreachableFailure(new NodeUnreachable(true), true).sent).toBe(true)
  expect(unreachableFailure(new NodeUnreachable(false), true).sent).toBe(false)
})
