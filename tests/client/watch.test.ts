import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { connect } from '../../shared/client/connect.ts'
import type { Pos } from '../../shared/client/pos.ts'
import type { WatchOptions } from '../../shared/client/watch.ts'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { openShop, owner, type Shop, webhookSecret } from '../support/shop.ts'
import { type Door, openDoor } from './door.ts'

let shop: Shop
let door: Door
let pos: Pos
beforeAll(async () => {
  shop = await openShop()
  door = await openDoor(shop.url)
  pos = connect({ baseUrl: door.url })
  await pos.auth.login({ body: { name: owner.name, pin: owner.pin } })
})
afterAll(async () => {
  await door.close()
  await shop.close()
})

async function receivePayment(): Promise<string> {
  const paymentHash = randomBytes(32).toString('hex')
  const raw = JSON.stringify({ type: 'payment_received', amountSat: 1_000, paymentHash })
  const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
  await shop.anonymous().send('POST', '/webhook/node', raw, headers)
  return paymentHash
}

/** Watches until the test is over; the payment hashes so far are in `seen`. */
function watchAll(options: WatchOptions = {}) {
  const abort = new AbortController()
  const seen: (string | undefined)[] = []
  const ended = (async () => {
    for await (const { paymentHash } of pos.payments.watch({
      ...options,
      signal: abort.signal,
    })) {
      seen.push(paymentHash)
    }
  })()
  onTestFinished(async () => {
    abort.abort()
    await ended
  })
  return { seen, abort, ended }
}

it('yields each payment once, those of the time without a socket too', async () => {
  const first = await receivePayment()
  const { seen, abort, ended } = watchAll({ since: Date.now() - 60_000 })
  await expect.poll(() => seen).toEqual([first])
  const second = await receivePayment()
  await expect.poll(() => seen).toEqual([first, second])

  door.holdsSockets(true)
  door.dropSockets()
  await expect.poll(() => door.openSockets()).toBe(0)
  const third = await receivePayment()
  door.holdsSockets(false)
  await expect.poll(() => seen).toEqual([first, second, third])
  const fourth = await receivePayment()
  await expect.poll(() => seen).toEqual([first, second, third, fourth])

  abort.abort()
  await ended
  await expect.poll(() => door.openSockets()).toBe(0)
})

it('opens another socket when no frame comes for too long', async () => {
  const before = door.keysOf('WS /ws/payments').length
  watchAll({ heartbeatTimeoutMs: 300 })
  await expect
    .poll(() => door.keysOf('WS /ws/payments').length)
    .toBeGreaterThan(before + 1)
})

it('ends with a failure when the session is over', async () => {
  const stranger = connect({ baseUrl: door.url })
  await expect(stranger.payments.watch().next()).rejects.toMatchObject({
    endpoint: 'auth.refresh',
    code: 'invalid_token',
  })
})

it('says what it needs where there is no WebSocket, as in Node 20', async () => {
  vi.stubGlobal('WebSocket', undefined)
  onTestFinished(() => void vi.unstubAllGlobals())
  await expect(pos.payments.watch().next()).rejects.toThrow('Node.js 22')
})
