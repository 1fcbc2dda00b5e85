import { expect } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { owner, type Shop } from './shop.ts'

/** A client of the shop's owner with an open wallet session. */
export async function openWallet(shop: Shop): Promise<Client> {
  const client = await shop.admin()
  const { status } = await client.post('/wallet/auth', { password: owner.password })
  expect(status).toBe(200)
  return client
}

/** The body of a failure of the node, whatever its message. */
export const nodeFailure = (reason: string, code = 200) => ({
  code,
  source: 'node',
  reason,
  message: expect.any(String),
})
