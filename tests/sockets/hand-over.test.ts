import { randomBytes } from 'node:crypto'
import { ApiGatewayManagementApiClient } from '@aws-sdk/client-apigatewaymanagementapi'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import {
  afterAll,
  afterEach,
  beforeAll,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { handler as finishFanOut } from '../../functions/fan-out/handler.ts'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import { type Deadline, fanOut } from '../../shared/lightning/payments-feed/fan-out.ts'
import { publish } from '../../shared/lightning/payments-feed/publish.ts'
import {
  allWatchers,
  createWatcher,
} from '../../shared/lightning/payments-feed/watchers.ts'
import type { Client } from '../support/client.ts'
import { drawn } from '../support/scale.ts'
import { openShop, type Shop, webhookSecret } from '../support/shop.ts'
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
  // Wait until the sockets of the test are closed
  await expect.poll(allWatchers, patience).toEqual([])
})

const newFrame = () => ({
  type: 'payment_received',
  paymentHash: randomBytes(32).toString('hex'),
})

/** Opens watchers in the client's session, or each in its own; waits for first frames. */
async function openWatchers(count: number, of?: Client) {
  return Promise.all(
    Array.from({ length: count }, async () => {
      const watcher = await shop.watch(of ?? (await shop.admin()))
      await watcher.until(({ type }) => type === 'connected')
      return watcher
    }),
  )
}

/** Records sockets that are gone; at a small age they may seem to be opening. */
async function recordDeadWatchers(count: number, ageMs: number, of = client) {
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

/** A deadline that is over once this many posts have started. */
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

describe('a fan-out with a deadline', () => {
  it.each(drawn([0, 7], [0, 1, 7, 19]))(
    'after %d of 20 posts reaches each watcher once with its rest',
    async (begun) => {
      const watchers = await openWatchers(20, client)
      const frame = newFrame()
      const rest = await fanOut({ frame, atMs: Date.now() }, deadlineAfter(begun))
      expect(rest?.to).toHaveLength(20 - begun)
      expect(rest?.served).toHaveLength(begun)
      await finishFanOut(JSON.parse(JSON.stringify(rest)))
      await expect.poll(() => timesOf(watchers, frame)).toEqual(watchers.map(() => 1))
      for (const { socket } of watchers) socket.close()
    },
  )

  it('has no rest when each watcher has been served', async () => {
    const watchers = await openWatchers(3)
    const frame = newFrame()
    expect(await fanOut({ frame, atMs: Date.now() }, deadlineAfter(3))).toBeUndefined()
    await expect.poll(() => timesOf(watchers, frame)).toEqual([1, 1, 1])
    for (const { socket } of watchers) socket.close()
  })

  it.each([
    ['gone', 60_000],
    ['opening', 0],
  ])('posts to open sockets before it handles many %s ones', async (_, ageMs) => {
    await recordDeadWatchers(50, ageMs)
    const watchers = await openWatchers(3)
    const frame = newFrame()
    // Each socket is tried once before the gone ones are handled
    const rest = await fanOut({ frame, atMs: Date.now() }, deadlineAfter(53))
    await expect.poll(() => timesOf(watchers, frame)).toEqual([1, 1, 1])
    expect(rest?.to).toHaveLength(50)
    for (const { socket } of watchers) socket.close()
    await finishFanOut({ ...rest, frame, atMs: Date.now() + 20_000 })
  })

  it('hands a frame for a gone socket to the next one of its session, once', async () => {
    await recordDeadWatchers(1, 60_000)
    const [early] = await openWatchers(1, client)
    const frame = newFrame()
    const rest = await fanOut({ frame, atMs: Date.now() }, deadlineAfter(2))
    expect(rest).toMatchObject({ to: [expect.any(String)], served: [expect.any(String)] })
    const [late] = await openWatchers(1, client)
    const others = await openWatchers(1)
    await finishFanOut(rest as NonNullable<typeof rest>)
    const watchers = [early, late].filter((each) => each !== undefined)
    await expect.poll(() => timesOf(watchers, frame)).toEqual([1, 1])
    expect(timesOf(others, frame)).toEqual([0])
    for (const { socket } of [...watchers, ...others]) socket.close()
  })
})

describe('a frame after the deadline', () => {
  it('is handed over to the worker for all watchers', async () => {
    const watchers = await openWatchers(5)
    const frame = newFrame()
    const nowMs = Date.now()
    // The 0.8 s of the hand-over are few on a busy machine
    const timeout = AbortSignal.timeout.bind(AbortSignal)
    const longer = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((ms) => timeout(ms * 30))
    onTestFinished(() => longer.mockRestore())
    await publish(frame, nowMs, nowMs - 10_000)
    await expect.poll(() => timesOf(watchers, frame), patience).toEqual([1, 1, 1, 1, 1])
    for (const { socket } of watchers) socket.close()
  })

  it('is logged as lost when the hand-over fails', async () => {
    const lambda = mockClient(LambdaClient).rejects(new Error('no queue'))
    const log = vi.spyOn(console, 'log').mockReturnValue(undefined)
    const nowMs = Date.now()
    await publish(newFrame(), nowMs, nowMs - 10_000)
    expect(log).toHaveBeenCalledWith(expect.stringContaining('watcher-not-reached'))
    log.mockRestore()
    lambda.restore()
  })
})

describe('a notification of the node', () => {
  const notify = (paymentHash: string) => {
    const raw = JSON.stringify({ type: 'payment_received', amountSat: 1, paymentHash })
    const headers = { 'X-Node-Signature': sign(webhookSecret, raw) }
    return shop.anonymous().send('POST', '/webhook/node', raw, headers)
  }

  it('is answered while a socket does not take its frame', async () => {
    const [watcher] = await openWatchers(1)
    const frame = newFrame()
    const taken = Promise.withResolvers<void>()
    const hang = (_: unknown, { abortSignal }: { abortSignal?: AbortSignal }) => {
      abortSignal?.addEventListener('abort', () => taken.reject(abortSignal.reason))
      return taken.promise
    }
    const stuck = vi
      .spyOn(ApiGatewayManagementApiClient.prototype, 'send')
      .mockImplementation(hang as never)
    onTestFinished(() => stuck.mockRestore())
    const startMs = performance.now()
    expect(await notify(frame.paymentHash)).toMatchObject({ status: 200, body: 'Ok' })
    // Posts that others wait for are given up after 4.2 s
    expect(performance.now() - startMs).toBeLessThan(3_500)
    // And once more by the worker
    await expect.poll(() => stuck.mock.calls.length, patience).toBeGreaterThan(1)
    watcher?.socket.close()
  })

  it('reaches the sockets before it is answered, without the worker', async () => {
    const watchers = await openWatchers(2)
    const frame = newFrame()
    const lambda = mockClient(LambdaClient).rejects(new Error('no queue'))
    onTestFinished(() => lambda.restore())
    expect(await notify(frame.paymentHash)).toMatchObject({ status: 200, body: 'Ok' })
    await expect.poll(() => timesOf(watchers, frame), patience).toEqual([1, 1])
    for (const { socket } of watchers) socket.close()
  })
})
