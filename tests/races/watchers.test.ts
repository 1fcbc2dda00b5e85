import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { allWatchers } from '../../shared/lightning/payments-feed/watchers.ts'
import type { Client } from '../support/client.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const copyOf = ({ cookies }: Client) => shop.anonymous(Object.fromEntries(cookies))

async function notify(paymentHash: string) {
  const raw = JSON.stringify({ type: 'payment_received', paymentHash })
  const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
  expect(
    (await shop.anonymous().send('POST', '/webhook/node', raw, headers)).status,
  ).toBe(200)
}

it('a socket that opens during its logout is rejected or closed', async () => {
  const outcomes = await Promise.all(
    Array.from({ length: scaled(5, 20) }, async (_, n) => {
      const client = await shop.admin()
      const socket = (async () => {
        await sleep(n)
        const { closed } = await shop.watch(copyOf(client))
        await closed
        return 'closed'
      })().catch((error: Error) => error.message)
      await sleep(20 - n)
      await client.post('/auth/logout')
      return socket
    }),
  )
  for (const outcome of outcomes) expect(['closed', 'refused: 401']).toContain(outcome)
  await expect.poll(() => allWatchers()).toEqual([])
})

it('a session that reopens its socket misses no payment in between', async () => {
  const client = await shop.admin()
  const hashes = Array.from({ length: scaled(15, 30) }, (_, n) => `paid-${n}`)
  const seen = new Set<string | undefined>()
  // A session is sent the payments since its first socket.
  const first = await shop.watch(copyOf(client))
  first.socket.close()
  await first.closed
  let paying = true
  const payments = (async () => {
    for (const hash of hashes) {
      await notify(hash)
      await sleep(20)
    }
    paying = false
  })()
  while (paying) {
    const watcher = await shop.watch(copyOf(client))
    await sleep(80)
    watcher.socket.close()
    await watcher.closed
    for (const { paymentHash } of watcher.frames) seen.add(paymentHash)
    await sleep(40)
  }
  await payments
  const last = await shop.watch(copyOf(client))
  const missing = () => {
    for (const { paymentHash } of last.frames) seen.add(paymentHash)
    return hashes.filter((hash) => !seen.has(hash))
  }
  await expect.poll(missing, { timeout: 120_000 }).toEqual([])
})
