import { randomBytes } from 'node:crypto'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { handler as finish } from '../../functions/fan-out/handler.ts'
import type { Client } from '../../infra/local/client.ts'
import type { Deadline } from '../../shared/payments-feed/deadline.ts'
import { fanOut } from '../../shared/payments-feed/fan-out.ts'
import { publish } from '../../shared/payments-feed/publish.ts'
import { allWatchers, createWatcher } from '../../shared/payments-feed/watchers.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sessionOf } from './session-of.ts'

const patience = { timeout: 30_000, interval: 50 }

let shop: Shop
let client: Client
beforeAll(async () => {
  shop = await openShop()
  client = await shop.admin()
})
afterAll(() => shop.close())
afterEach(async () => {
  // The sockets of a test end with it
  await expect.poll(allWatchers, patience).toEqual([])
})

const aFrame = () => ({
  type: 'payment_received',
  paymentHash: randomBytes(32).toString('hex'),
})

/** Watchers of the client's session, or of one of their own each, that were greeted. */
async function greeted(count: number, of?: Client) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const watcher = await shop.watch(of ?? (await shop.admin()))
      await watcher.until(({ type }) => type === 'connected')
      return watcher
    }),
  )
}

/** Puts sockets on record that are gone, or seem to be opening when they are young. */
async function dead(count: number, ageMs: number, of = client) {
  await Promise.all(
    Array.from({ length: count }, () =>
      createWatcher(
        randomBytes(11).toString('base64'),
        sessionOf(of),
        Date.now() - ageMs,
      ),
    ),
  )
}

/** A deadline that comes once work has begun so many times. */
function deadlineAfter(begun: number): Deadline {
  let times = 0
  return {
    isOver: () => {
      times += 1
      return times > begun
    },
  }
}

const timesOf = (
  watchers: readonly { frames: { paymentHash?: string }[] }[],
  { paymentHash }: { paymentHash: string },
) =>
  watchers.map(
    ({ frames }) => frames.filter((frame) => frame.paymentHash === paymentHash).length,
  )

describe('what a deadline leaves', () => {
  it.each([0, 1, 7, 19])('after %d of 20 posts reaches each once', async (begun) => {
    const watchers = await greeted(20, client)
    const frame = aFrame()
    const rest = await fanOut({ frame, atMs: Date.now() }, deadlineAfter(begun))
    expect(rest?.to).toHaveLength(20 - begun)
    expect(rest?.served).toHaveLength(begun)
    await finish(JSON.parse(JSON.stringify(rest)))
    await expect.poll(() => timesOf(watchers, frame)).toEqual(watchers.map(() => 1))
    for (const { socket } of watchers) socket.close()
  })

  it('is nothing when each has been served', async () => {
    const watchers = await greeted(3)
    const frame = aFrame()
    expect(await fanOut({ frame, atMs: Date.now() }, deadlineAfter(3))).toBeUndefined()
    await expect.poll(() => timesOf(watchers, frame)).toEqual([1, 1, 1])
    for (const { socket } of watchers) socket.close()
  })

  it.each([
    ['gone', 60_000],
    ['young', 0],
  ])('of a crowd of %s sockets keeps no open one waiting', async (_, ageMs) => {
    await dead(50, ageMs)
    const watchers = await greeted(3)
    const frame = aFrame()
    // Each is tried once before one is looked after
    const rest = await fanOut({ frame, atMs: Date.now() }, deadlineAfter(53))
    await expect.poll(() => timesOf(watchers, frame)).toEqual([1, 1, 1])
    expect(rest?.to).toHaveLength(50)
    for (const { socket } of watchers) socket.close()
    await finish({ ...rest, frame, atMs: Date.now() + 20_000 })
  })

  it('goes to a socket that a session opens instead of a gone one, and once', async () => {
    await dead(1, 60_000)
    const [early] = await greeted(1, client)
    const frame = aFrame()
    const rest = await fanOut({ frame, atMs: Date.now() }, deadlineAfter(2))
    expect(rest).toMatchObject({ to: [expect.any(String)], served: [expect.any(String)] })
    const [late] = await greeted(1, client)
    const others = await greeted(1)
    await finish(rest as NonNullable<typeof rest>)
    const watchers = [early, late].filter((each) => each !== undefined)
    await expect.poll(() => timesOf(watchers, frame)).toEqual([1, 1])
    expect(timesOf(others, frame)).toEqual([0])
    for (const { socket } of [...watchers, ...others]) socket.close()
  })
})

describe('a frame whose time is up', () => {
  it('is handed over whole', async () => {
    const watchers = await greeted(5)
    const frame = aFrame()
    const nowMs = Date.now()
    await publish(frame, nowMs, nowMs - 10_000)
    await expect.poll(() => timesOf(watchers, frame), patience).toEqual([1, 1, 1, 1, 1])
    for (const { socket } of watchers) socket.close()
  })

  it('is logged as lost where it cannot be handed over', async () => {
    const lambda = mockClient(LambdaClient).rejects(new Error('no queue'))
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const nowMs = Date.now()
    await publish(aFrame(), nowMs, nowMs - 10_000)
    expect(log).toHaveBeenCalledWith(expect.stringContaining('watcher-not-reached'))
    log.mockRestore()
    lambda.restore()
  })
})
