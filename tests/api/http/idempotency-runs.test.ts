import { randomUUID } from 'node:crypto'
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
import { Failure, type FailureKind } from '../../../shared/failure.ts'
import { type Declaration, group, post } from '../../../shared/http/endpoint.ts'
import type { HttpEvent } from '../../../shared/http/exchange.ts'
import { lambda } from '../../../shared/http/lambda.ts'
import { csv } from '../../../shared/http/reply.ts'
import { NodeFailure } from '../../../shared/lightning/failure.ts'
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
})
const run = () => {
  runs += 1
  return act()
}
const handler = lambda(endpoints, { act: run, pay: run })

async function request(path: string, key: string, name = 'first') {
  const event = {
    routeKey: `POST ${path}`,
    rawPath: path,
    rawQueryString: '',
    headers: { 'idempotency-key': key },
    body: JSON.stringify({ name }),
    requestContext: {
      http: { method: 'POST', sourceIp: '127.0.0.1' },
      requestId: randomUUID(),
    },
  } as unknown as HttpEvent
  const context = { getRemainingTimeInMillis: () => 29_000 } as never
  return (await handler(event, context)).statusCode
}

/** Starts a request whose function dies before it answers. */
async function die(path: string, key: string) {
  const reached = Promise.withResolvers<void>()
  act = () => {
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
