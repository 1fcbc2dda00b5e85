import { expect, test } from 'vitest'
import { allEndpoints } from './endpoints.ts'

test('an Idempotency-Key counts on every POST of the contract but those it names', () => {
  const ignoring = allEndpoints
    .filter(([, { method, idempotent = true }]) => method === 'POST' && !idempotent)
    .map(([key]) => key)
    // The on-site agents' calls are no part of the contract
    .filter((key) => !key.startsWith('POST /agents'))
  expect(ignoring.toSorted()).toEqual([
    'POST /auth/login',
    'POST /auth/logout',
    'POST /auth/refresh',
    'POST /wallet/auth',
    'POST /webhook/node',
    'POST /webhook/phoenixd',
  ])
})
