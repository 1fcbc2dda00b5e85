import { randomBytes, randomUUID } from 'node:crypto'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  vi,
} from 'vitest'
import * as z from 'zod'
import { noResponse, transact } from '../../../shared/dynamodb/transact.ts'
import { Failure, type FailureKind } from '../../../shared/failure.ts'
import { type Declaration, group, post } from '../../../shared/http/endpoint.ts'
import {
  currentKey,
  type HeldKey,
  updateToHeldKey,
  upsertHeldAnswer,
} from '../../../shared/http/idempotency/held-key.ts'
import { lambda } from '../../../shared/http/lambda.ts'
import { csv } from '../../../shared/http/reply.ts'
import { NodeFailure } from '../../../shared/lightning/failure.ts'
import { keyedPost } from '../../support/keyed-post.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ fresh: true })
})
afterAll(() => shop.close())

/** What the next run does. */
let act: () => Promise<string>
let runs: number
beforeEach(() => {
  act = async () => 'done'
  runs = 0
})
afterEach(() => vi.useRealTimers())

const declared = {
  summary: 'Does it',
  access: 'public',
  body: z.object({ name: z.string() }),
  reply: csv,
} satisfies Declaration
const endpoints = group('deeds', ['table'], {
  act: post('/deeds', declared),
  pay: post('/deeds/paid', { ...declared, pays: true }),
  resume: post('/deeds/resumed', { ...declared, resumes: true }),
})
const run = () => {
  runs += 1
  return act()
}
const handler = lambda(endpoints, { act: run, pay: run, resume: run })

const send = keyedPost(handler)
const respond = (path: string, key: string, name = 'first') => send(path, key, { name })
const request = async (path: string, key: string, name?: string) =>
  (await respond(path, key, name)).statusCode

/** Starts a request whose function dies before it answers. */
async function die(path: string, key: string, begin = async () => {}) {
  const reached = Promise.withResolvers<void>()
  act = async () => {
    await begin()
    reached.resolve()
    return new Promise(() => {})
  }
  void request(path, key)
  await reached.promise
  act = async () => 'done'
}

/** Sets the clock so many seconds after the first call. */
const startMs = Date.now()
const setSeconds = (seconds: number) => vi.setSystemTime(startMs + seconds * 1_000)

const day = 24 * 60 * 60

describe('a run that died', () => {
  it('holds its key for 60 s, and then only for the same request', async () => {
    const key = 'k'.repeat(254) + Math.floor(Math.random() * 10)
    setSeconds(0)
    await die('/deeds', key)
    setSeconds(59)
    expect(await request('/deeds', key)).toBe(409)
    setSeconds(61)
    expect(await request('/deeds', key, 'other')).toBe(422)
    expect(runs).toBe(1)
    expect(await request('/deeds', key)).toBe(200)
    expect(runs).toBe(2)
  })

  it('holds it for a day where it may have paid', async () => {
    const key = randomUUID()
    setSeconds(0)
    await die('/deeds/paid', key)
    setSeconds(day - 2)
    expect(await request('/deeds/paid', key)).toBe(409)
    setSeconds(day + 2)
    expect(await request('/deeds/paid', key)).toBe(200)
  })
})

it('a response is replayed for a day; then any request may have its key', async () => {
  const key = randomUUID()
  setSeconds(0)
  expect(await request('/deeds', key)).toBe(200)
  setSeconds(day - 2)
  expect(await request('/deeds', key)).toBe(200)
  expect(await request('/deeds', key, 'other')).toBe(422)
  expect(runs).toBe(1)
  setSeconds(day + 2)
  expect(await request('/deeds', key, 'other')).toBe(200)
  expect(runs).toBe(2)
})

const failure = (kind: FailureKind) => () => Promise.reject(new Failure(kind))
const bug = () => Promise.reject(new Error('a bug'))
const ofNode = (sent: boolean) => () =>
  Promise.reject(new NodeFailure({ reason: 'unknown', status: 503 }, 0, 'down', sent))

it.each([
  ['/deeds', 'a bug', bug],
  ['/deeds', 'too many attempts', failure('tooManyAttempts')],
  ['/deeds', 'a table in trouble', failure('storageUnavailable')],
  ['/deeds', 'a conflict', failure('conflict')],
  ['/deeds', 'a refund in progress', failure('refundInProgress')],
  ['/deeds', 'a node that it reached', ofNode(true)],
  ['/deeds/paid', 'a node that it did not reach', ofNode(false)],
  ['/deeds/paid', 'a failure with a name', failure('storageUnavailable')],
])('%s runs again after %s', async (path, _, fail) => {
  const key = randomUUID()
  act = fail
  expect(await request(path, key)).toBeGreaterThanOrEqual(409)
  act = async () => 'done'
  expect(await request(path, key)).toBe(200)
  expect(runs).toBe(2)
})

it.each([
  ['/deeds', 'a refusal', failure('notFound')],
  ['/deeds/paid', 'a bug', bug],
  ['/deeds/paid', 'a node that it reached', ofNode(true)],
])('%s does not run again after %s', async (path, _, fail) => {
  const key = randomUUID()
  act = fail
  const status = await request(path, key)
  act = async () => 'done'
  expect(await request(path, key)).toBe(status)
  expect(runs).toBe(1)
})

it('a request without a route is answered', async () => {
  expect(await request('/unknown', randomUUID())).toBe(500)
})

describe('a key that is held by a record of what its request began', () => {
  const path = '/deeds/resumed'
  const finished = { status: 201, contentType: 'text/plain', body: 'finished' }
  let held: HeldKey
  const hold = async () => {
    held = currentKey() as HeldKey
    await transact(updateToHeldKey(), noResponse)
  }
  const finish = () => transact(upsertHeldAnswer(held, finished, Date.now()), noResponse)
  const replayed = { statusCode: 201, body: 'finished' }

  it('lets the same request alone go on at once', async () => {
    const key = randomUUID()
    await die(path, key, hold)
    expect(await request(path, key, 'other')).toBe(422)
    expect(await request(path, key)).toBe(200)
    expect(runs).toBe(2)
  })

  it('stays with its request after a bug', async () => {
    const key = randomUUID()
    act = bug
    expect(await request(path, key)).toBe(500)
    expect(await request(path, key, 'other')).toBe(422)
    act = async () => 'done'
    expect(await request(path, key)).toBe(200)
  })

  it('is not taken from a newer run', async () => {
    const key = randomUUID()
    const [reached, newer] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    setSeconds(0)
    act = async () => {
      reached.resolve()
      await newer.promise
      await hold()
      return 'held'
    }
    const first = respond(path, key)
    await reached.promise
    setSeconds(61)
    await die(path, key)
    newer.resolve()
    expect(await first).toMatchObject({
      statusCode: 409,
      body: expect.stringContaining('still running'),
    })
  })

  it('replays what another call answered', async () => {
    const key = randomUUID()
    await die(path, key, hold)
    await finish()
    expect(await respond(path, key)).toMatchObject(replayed)
    expect(await request(path, key, 'other')).toBe(422)
    expect(runs).toBe(1)
    const endMs = held.expiresAt * 1_000
    expect(upsertHeldAnswer(held, finished, endMs - 1)).toHaveLength(1)
    expect(upsertHeldAnswer(held, finished, endMs)).toEqual([])
  })

  it('replays a long answer of another call', async () => {
    const key = randomUUID()
    const body = randomBytes(450_000).toString('hex')
    await die(path, key, hold)
    await transact(upsertHeldAnswer(held, { ...finished, body }, Date.now()), noResponse)
    expect((await respond(path, key)).body === body).toBe(true)
  })

  it.each([path, '/deeds'])('%s keeps that answer though it fails', async (failing) => {
    const key = randomUUID()
    act = async () => {
      await hold()
      await finish()
      return bug()
    }
    expect(await request(failing, key)).toBe(500)
    expect(await respond(failing, key)).toMatchObject(replayed)
  })

  it('is none outside of a request', () => {
    expect(currentKey()).toBe(undefined)
    expect(updateToHeldKey()).toEqual([])
  })
})
