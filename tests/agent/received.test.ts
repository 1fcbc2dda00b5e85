import { expect, test } from 'vitest'
import { receivedSince } from '../../shared/agents/protocol/received-since.ts'
import { phoenixd } from '../../shared/lightning/node/phoenixd/phoenixd.ts'

test('twenty payments with the longest texts fit one request', async () => {
  const payments = Array.from({ length: 20 }, (_, n) => ({
    type: 'incoming_payment',
    paymentHash: `${n}`.padStart(64, '0'),
    isPaid: true,
    receivedSat: 1,
    externalId: '€'.repeat(90_000),
    payerNote: '🍕'.repeat(90_000),
    createdAt: 1,
    completedAt: n,
  }))
  const response = { status: 200, body: JSON.stringify(payments) }
  const received = await receivedSince(
    phoenixd(() => Promise.resolve(response)),
    0,
  )
  expect(received).toHaveLength(20)
  expect(Buffer.byteLength(JSON.stringify({ payments: received }))).toBeLessThan(
    1024 * 1024,
  )
  expect(received[0]?.payerNote).toBe('🍕'.repeat(8_000))
})
