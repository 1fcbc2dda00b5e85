import { expect, test } from 'vitest'
import { Notification, toFrame } from '../../../shared/lightning/node/notification.ts'

const full = {
  type: 'payment_received',
  timestamp: 1_700_000_000_000,
  amountSat: 2_500,
  paymentHash: 'ab'.repeat(32),
  externalId: 'order-1',
  payerNote: 'thanks',
  payerKey: '02aa',
}

test('a frame has all fields of a full notification', () => {
  expect(toFrame(Notification.parse(full))).toEqual(full)
})

test('a frame leaves out null, absent and unknown keys', () => {
  const notification = Notification.parse({
    type: 'payment_received',
    externalId: null,
    amountSat: 1,
    payerNote: '',
    secret: 'not for watchers',
  })
  expect(toFrame(notification)).toEqual({
    type: 'payment_received',
    amountSat: 1,
    payerNote: '',
  })
})

test('only the type is required', () => {
  expect(toFrame(Notification.parse({ type: 'channel_opened' }))).toEqual({
    type: 'channel_opened',
  })
})

test.each([
  ['no type', { amountSat: 1 }],
  ['a null type', { type: null }],
  ['a numeric type', { type: 1 }],
  ['an amount as text', { type: 'x', amountSat: '1' }],
  ['a broken amount', { type: 'x', amountSat: 1.5 }],
  ['a timestamp as text', { type: 'x', timestamp: 'now' }],
  ['a numeric payment hash', { type: 'x', paymentHash: 1 }],
  ['a list', [{ type: 'x' }]],
  ['a bare string', 'payment_received'],
  ['null', null],
])('%s is not a valid notification', (_case, body) => {
  expect(Notification.safeParse(body).success).toBe(false)
})
