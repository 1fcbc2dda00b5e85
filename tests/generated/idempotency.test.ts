import { expect, test } from 'vitest'
import { allEndpoints } from './endpoints.ts'

test('every POST takes an Idempotency-Key, except those that the contract names', () => {
  const ignoring = allEndpoints
    .filter(([, { method, repeat }]) => method === 'POST' && repeat === 'no-key')
    .map(([key]) => key)
    // The on-site agents' endpoints are not part of the contract.
    .filter((key) => !key.startsWith('POST /agents'))
  expect(ignoring.toSorted()).toEqual([
    // A stored response would keep its secret
    'POST /api-keys',
    'POST /auth/approvals',
    'POST /auth/login',
    'POST /auth/logout',
    'POST /auth/offline',
    'POST /auth/refresh',
    // Each of its sales is the same again by itself
    'POST /sync/sales',
    'POST /tills',
    'POST /tills/{id}/token',
    'POST /wallet/auth',
    'POST /wallet/password',
    'POST /webhook/node',
    'POST /webhook/phoenixd',
    'POST /webhooks',
  ])
})
