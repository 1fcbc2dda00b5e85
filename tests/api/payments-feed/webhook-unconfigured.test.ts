import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sign } from '../../../shared/lightning/node/phoenixd/signature.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ fresh: true })
  await writeFile(join(shop.dataDir, 'secrets.json'), '{}')
})
afterAll(() => shop.close())

it('without a webhook secret every signature is invalid', async () => {
  const raw = JSON.stringify({ type: 'payment_received' })
  for (const signature of ['00', '0'.repeat(64), sign('', raw)]) {
    const headers = { 'X-Node-Signature': signature }
    const answer = await shop.anonymous().send('POST', '/webhook/node', raw, headers)
    expect(answer).toMatchObject({ status: 401, body: 'Invalid signature' })
  }
})
