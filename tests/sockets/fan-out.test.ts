import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { sign } from '../../shared/lightning/signature.ts'
import { allWatchers } from '../../shared/payments-feed/watchers.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'
import { type Crowd, openCrowd } from './watchers-crowd.ts'

const size = scaled(300, 1_000)
const patience = { timeout: 60_000, interval: 50 }

/** A post that is under way after that is broken off and repeated: it may arrive twice. */
const brokenOffMs = 4_000

let shop: Shop
let crowd: Crowd
beforeAll(async () => {
  shop = await openShop()
  const client = await shop.admin()
  crowd = await openCrowd(shop.url, client.cookies.get('accessToken') ?? '', size)
}, 120_000)
afterAll(() => shop.close(), 60_000)

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
  if (tookMs < brokenOffMs) expect(crowd.repeated(paymentHash)).toBe(0)
}

it(`${size} sockets may be opened at once`, async () => {
  expect(await allWatchers()).toHaveLength(size)
})

it(`a payment reaches each of ${size} watchers once`, async () => {
  await reachesAllOnce(await notify())
}, 90_000)

it('payments at the same time reach each of them once', async () => {
  const notified = await Promise.all([notify(), notify(), notify()])
  for (const each of notified) await reachesAllOnce(each)
}, 200_000)

it('watchers that leave together leave no record', async () => {
  await crowd.close()
  await vi.waitFor(async () => expect(await allWatchers()).toEqual([]), patience)
}, 90_000)
