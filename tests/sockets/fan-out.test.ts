import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { allWatchers } from '../../shared/lightning/payments-feed/watchers.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'
import { type Crowd, openCrowd } from './watchers-crowd.ts'

const size = scaled(40, 1_000)
const patience = { timeout: 60_000, interval: 50 }

/** A post that is still running then is aborted and repeated: its frame may arrive twice. */
const postsAbortedAfterMs = 4_000

let shop: Shop
let crowd: Crowd
beforeAll(async () => {
  shop = await openShop()
  const client = await shop.admin()
  crowd = await openCrowd(shop.url, client.cookies.get('accessToken') ?? '', size)
})
afterAll(() => shop.close())

async function notify() {
  const paymentHash = randomBytes(32).toString('hex')
  const raw = JSON.stringify({ type: 'payment_received', amountSat: 21, paymentHash })
  const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
  const startMs = performance.now()
  const answer = await shop.anonymous().send('POST', '/webhook/node', raw, headers)
  expect(answer).toMatchObject({ status: 200, body: 'Ok' })
  return { paymentHash, tookMs: performance.now() - startMs }
}

async function reachesAllOnce({
  paymentHash,
  tookMs,
}: Awaited<ReturnType<typeof notify>>) {
  await vi.waitFor(() => expect(crowd.reached(paymentHash)).toBe(size), patience)
  if (tookMs < postsAbortedAfterMs) expect(crowd.repeated(paymentHash)).toBe(0)
}

it(`admits ${size} sockets at once`, async () => {
  expect(await allWatchers()).toHaveLength(size)
  // They share a session: each is sent the frames until half a second after it opened.
  await sleep(600)
})

it(`sends a payment to each of ${size} watchers once`, async () => {
  await reachesAllOnce(await notify())
})

it('sends each of several concurrent payments to each watcher once', async () => {
  const notified = await Promise.all([notify(), notify(), notify()])
  for (const each of notified) await reachesAllOnce(each)
}, 200_000)

it('deletes the records of watchers that disconnect at once', async () => {
  await crowd.close()
  await vi.waitFor(async () => expect(await allWatchers()).toEqual([]), patience)
})
