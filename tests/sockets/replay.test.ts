import { randomUUID } from 'node:crypto'
import { LambdaClient } from '@aws-sdk/client-lambda'
import { mockClient } from 'aws-sdk-client-mock'
import { afterAll, beforeAll, expect, it } from 'vitest'
import {
  insertPaymentEvent,
  readFrames,
} from '../../shared/lightning/payments-feed/payment-events.ts'
import type { Replay } from '../../shared/lightning/payments-feed/replay.ts'
import {
  claimReplay,
  handleClientMessage,
} from '../../shared/lightning/payments-feed/replay-claims.ts'
import { sendReplay } from '../../shared/lightning/payments-feed/send-replay.ts'
import { allWatchers } from '../../shared/lightning/payments-feed/watchers.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import type { Client } from '../support/client.ts'
import { later } from '../support/clock.ts'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { sessionOf } from './session-of.ts'

const patience = { timeout: 60_000, interval: 50 }
const isConnected = ({ type }: { type: string }) => type === 'connected'
const claimMs = 120_000

/** More than one invocation sends; this many of them are of the same millisecond. */
const [count, together] = [scaled(1_100, 2_100), scaled(500, 900)]

let shop: Shop
let sinceMs: number
let recorded: string[]
beforeAll(async () => {
  shop = await openShop()
  sinceMs = Date.now() - 60_000
  await record(count, (n) => sinceMs + 1_000 * Math.floor(n / together))
  recorded = []
  for await (const { frame } of readFrames({ sinceMs, untilMs: Date.now() })) {
    recorded.push(frame.paymentHash ?? '')
  }
})
afterAll(() => shop.close())

async function record(count: number, atMs: (n: number) => number, note = '') {
  const writes = Array.from({ length: count }, (_, n) =>
    insertPaymentEvent(
      { type: 'payment_received', paymentHash: randomUUID(), payerNote: note },
      atMs(n),
    ),
  )
  for (let at = 0; at < count; at += 50) await transact(writes.slice(at, at + 50))
}

/** Opens a watcher, waits for its first frame, and finds its connection. */
async function openWatcher(client?: Client) {
  const user = client ?? (await shop.admin())
  const watcher = await shop.watch(user)
  await watcher.until(isConnected)
  const { sessionId } = sessionOf(user)
  const [record] = (await allWatchers()).filter((each) => each.sessionId === sessionId)
  const ask = (since = sinceMs) =>
    watcher.socket.send(JSON.stringify({ action: 'replay', since }))
  const hashes = () =>
    watcher.frames.flatMap(({ paymentHash }) => (paymentHash ? [paymentHash] : []))
  return { ...watcher, connectionId: record?.connectionId ?? '', ask, hashes }
}

it('sends all frames of a long replay, each once and in order', async () => {
  const { ask, hashes } = await openWatcher()
  ask()
  await expect.poll(() => hashes().length, patience).toBe(recorded.length)
  expect(hashes()).toEqual(recorded)
})

it('sends at most a thousand frames per invocation and returns the rest', async () => {
  const { connectionId, hashes } = await openWatcher()
  const untilMs = Date.now()
  // An invocation that takes longer than 20 s sends fewer: here its clock stands still
  const rest = await later(0, () => sendReplay({ connectionId, sinceMs, untilMs }))
  await expect.poll(() => hashes().length, patience).toBe(1_000)
  expect(hashes()).toEqual(recorded.slice(0, 1_000))
  const next = await later(0, () => sendReplay(rest as Replay))
  expect(next).toEqual(
    count > 2_000 ? expect.objectContaining({ connectionId, sinceMs }) : undefined,
  )
  await expect.poll(hashes, patience).toEqual(recorded.slice(0, Math.min(count, 2_000)))
})

it('runs one replay per socket and drops requests for others', async () => {
  const { ask, hashes } = await openWatcher()
  for (let times = 0; times < 20; times += 1) ask()
  await expect.poll(() => hashes().length, patience).toBe(recorded.length)
  // The next replay starts after the first has ended: dropped requests are not queued
  const newest = sinceMs + 2_000
  await expect
    .poll(() => {
      ask(newest)
      return hashes().length > recorded.length
    }, patience)
    .toBe(true)
  expect(hashes().slice(0, recorded.length)).toEqual(recorded)
  expect(hashes()[recorded.length]).toBe(recorded[2 * together])
})

it('blocks other replays after a crash until the claim expires', async () => {
  const { connectionId, ask, hashes } = await openWatcher()
  const nowMs = Date.now()
  expect(await claimReplay(connectionId, 'dead', nowMs - claimMs - 1_000)).toBe(true)
  expect(await claimReplay(connectionId, 'next', nowMs)).toBe(true)
  expect(await claimReplay(connectionId, 'other', nowMs + claimMs - 1)).toBe(false)
  ask()
  const other = await openWatcher()
  other.ask(sinceMs + 2_000)
  await expect.poll(other.hashes, patience).toEqual(recorded.slice(2 * together))
  expect(hashes()).toEqual([])
  expect(await claimReplay(connectionId, 'later', nowMs + claimMs + 1)).toBe(true)
})

it('releases the claim when the worker cannot be invoked', async () => {
  const { connectionId } = await openWatcher()
  const lambda = mockClient(LambdaClient).rejects(new Error('no queue'))
  const asked = JSON.stringify({ action: 'replay', since: sinceMs })
  await expect(handleClientMessage(connectionId, asked)).rejects.toThrow('no queue')
  lambda.restore()
  expect(await claimReplay(connectionId, 'next', Date.now())).toBe(true)
})

it('does not claim a replay for a socket without a record', async () => {
  expect(await claimReplay('no-such-socket', 'any', Date.now())).toBe(false)
})

it('does not delay first frames by replays to a socket that does not read', async () => {
  await record(scaled(250, 500), () => Date.now(), 'é'.repeat(16_000))
  const paused = await openWatcher()
  // The raw connection, as the client must not read a byte of it
  const { _socket: connection } = paused.socket as unknown as {
    _socket: { pause: () => void }
  }
  connection.pause()
  for (let times = 0; times < 100; times += 1) paused.ask()
  const others = await Promise.all(Array.from({ length: 5 }, () => openWatcher()))
  expect(others.map(({ frames }) => frames)).toEqual(
    others.map(() => [{ type: 'connected' }]),
  )
})

it('does not delay first frames by sockets that disconnect at once', async () => {
  const client = await shop.admin()
  await Promise.all(
    Array.from({ length: scaled(30, 200) }, async () => {
      const { socket } = await shop.watch(client)
      socket.terminate()
    }),
  )
  const { frames } = await openWatcher()
  expect(frames).toEqual([{ type: 'connected' }])
})
