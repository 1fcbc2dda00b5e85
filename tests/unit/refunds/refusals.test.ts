import { expect, test } from 'vitest'
import { unreachableFailure } from '../../../shared/lightning/node/failure.ts'
import { paymentFailure } from '../../../shared/lightning/node/phoenixd/failures.ts'
import { NodeUnreachable } from '../../../shared/lightning/node/transport.ts'
import { isRefusal } from '../../../shared/selling/refunds/settle-payout.ts'

/** A page by which Apache tells that the node closed the connection before it answered. */
const proxyPage =
  '<title>502 Proxy Error</title><p>The proxy server received an invalid response from an ' +
  'upstream server. It could not handle the request POST /payinvoice.</p>'

test.each([
  [502, proxyPage],
  [504, '<html>504 Gateway Time-out</html>'],
  [408, '<html>408 Request Time-out</html>'],
  [429, 'Too many requests'],
  [499, ''],
  [200, '<html>invalid invoice</html>'],
  [400, 'this invoice has already been paid'],
])('a status of %i with "%s" may hide that the node has paid', (status, body) => {
  expect(isRefusal(paymentFailure({ status, body }))).toBe(false)
})

test.each([
  [200, '{"reason":"not enough funds in wallet"}'],
  [400, 'invalid invoice'],
  [401, ''],
])('a status of %i with "%s" is a refusal', (status, body) => {
  expect(isRefusal(paymentFailure({ status, body }))).toBe(true)
})

test('a node that was not reached has paid nothing', () => {
  expect(isRefusal(unreachableFailure(new NodeUnreachable(false), true))).toBe(true)
  expect(isRefusal(unreachableFailure(new NodeUnreachable(true), true))).toBe(false)
})
