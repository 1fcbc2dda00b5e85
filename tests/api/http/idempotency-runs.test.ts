import { randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, it, vi } from 'vitest'
import { Failure, type FailureKind } from '../../../shared/failure.ts'
import { NodeFailure } from '../../../shared/lightning/node/failure.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import {
  type HeldKey,
  heldKey,
  heldRefusal,
  updateToHeldKey,
  upsertHeldAnswer,
} from '../../../shared/platform/idempotency/held-key.ts'
import type { RequestKey } from '../../../shared/platform/idempotency/request-key.ts'
import { keyedWork } from '../../support/keyed-work.ts'

const work = keyedWork()

const respond = (path: string, key: string, name = 'first') =>
  work.send(path, key, { name })
const request = async (path: string, key: string, name?: string) =>
  (await respond(path, key, name)).statusCode

/** Starts a request whose function dies before it answers. */
async function die(path: string, key: string, begin = async (_run?: RequestKey) => {}) {
  const reached = Promise.withResolvers<void>()
  work.act = async (run) => {
    await begin(run)
    reached.resolve()
    return new Promise(() => {})
  }
  void request(path, key)
  await reached.promise
  work.act = async () => 'done'
}

/** Sets the clock this many seconds after the first call. */
const startMs = Date.now()
const setSeconds = (seconds: number) => vi.setSystemTime(startMs + seconds * 1_000)

const day = 24 * 60 * 60

describe('a run that died', () => {
  it('holds its key for 60 s, and then only for the same request', async () => {
    const key = 'k'.repeat(254) + Math.floor(Math.random() * 10)
    setSeconds(0)
    await die('/work', key)
    setSeconds(59)
    expect(await request('/work', key)).toBe(409)
    setSeconds(61)
    expect(await request('/work', key, 'other')).toBe(422)
    expect(work.runs).toBe(1)
    expect(await request('/work', key)).toBe(200)
    expect(work.runs).toBe(2)
  })

  it('holds it for a day where it may have paid', async () => {
    const key = randomUUID()
    setSeconds(0)
    await die('/work/paid', key)
    setSeconds(day - 2)
    expect(await request('/work/paid', key)).toBe(409)
    setSeconds(day + 2)
    expect(await request('/work/paid', key)).toBe(200)
  })
})

it('a response is replayed for a day; then any request may have its key', async () => {
  const key = randomUUID()
  setSeconds(0)
  expect(await request('/work', key)).toBe(200)
  setSeconds(day - 2)
  expect(await request('/work', key)).toBe(200)
  expect(await request('/work', key, 'other')).toBe(422)
  expect(work.runs).toBe(1)
  setSeconds(day + 2)
  expect(await request('/work', key, 'other')).toBe(200)
  expect(work.runs).toBe(2)
})

const failure = (kind: FailureKind) => () => Promise.reject(new Failure(kind))
const bug = () => Promise.reject(new Error('a bug'))
const ofNode = (sent: boolean) => () =>
  Promise.reject(new NodeFailure({ reason: 'unknown', status: 503 }, 0, 'down', sent))

it.each([
  ['/work', 'a bug', bug],
  ['/work', 'too many attempts', failure('tooManyAttempts')],
  ['/work', 'a table in trouble', failure('storageUnavailable')],
  ['/work', 'a conflict', failure('conflict')],
  ['/work', 'a refund in progress', failure('refundInProgress')],
  ['/work', 'a node that it reached', ofNode(true)],
  ['/work/paid', 'a node that it did not reach', ofNode(false)],
  ['/work/paid', 'a failure with a name', failure('storageUnavailable')],
])('%s runs again after %s', async (path, _, fail) => {
  const key = randomUUID()
  work.act = fail
  expect(await request(path, key)).toBeGreaterThanOrEqual(409)
  work.act = async () => 'done'
  expect(await request(path, key)).toBe(200)
  expect(work.runs).toBe(2)
})

it.each([
  ['/work', 'a refusal', failure('notFound')],
  ['/work/paid', 'a bug', bug],
  ['/work/paid', 'a node that it reached', ofNode(true)],
])('%s does not run again after %s', async (path, _, fail) => {
  const key = randomUUID()
  work.act = fail
  const status = await request(path, key)
  work.act = async () => 'done'
  expect(await request(path, key)).toBe(status)
  expect(work.runs).toBe(1)
})

it('a request without a route is answered', async () => {
  expect(await request('/unknown', randomUUID())).toBe(500)
})

describe('a key that is held by a record of what its request began', () => {
  const path = '/work/resumed'
  const finished = { status: 201, contentType: 'text/plain', body: 'finished' }
  let held: HeldKey
  const hold = async (run?: RequestKey) => {
    if (!run) throw new Error('no key')
    held = heldKey(run)
    await transact([updateToHeldKey(run)])
  }
  const finish = () => transact(upsertHeldAnswer(held, finished, Date.now()))
  const replayed = { statusCode: 201, body: 'finished' }

  it('lets only the same request continue at once', async () => {
    const key = randomUUID()
    await die(path, key, hold)
    expect(await request(path, key, 'other')).toBe(422)
    expect(await request(path, key)).toBe(200)
    expect(work.runs).toBe(2)
  })

  it('stays with its request after a bug', async () => {
    const key = randomUUID()
    work.act = bug
    expect(await request(path, key)).toBe(500)
    expect(await request(path, key, 'other')).toBe(422)
    work.act = async () => 'done'
    expect(await request(path, key)).toBe(200)
  })

  it('is not taken from a newer run', async () => {
    const key = randomUUID()
    const [reached, newer] = [
      Promise.withResolvers<void>(),
      Promise.withResolvers<void>(),
    ]
    setSeconds(0)
    work.act = async (run) => {
      reached.resolve()
      await newer.promise
      await hold(run)
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
    const response = await respond(path, key)
    expect(response).toMatchObject(replayed)
    expect(response).not.toHaveProperty('isBase64Encoded')
    expect(await request(path, key, 'other')).toBe(422)
    expect(work.runs).toBe(1)
    const endMs = held.expiresAt * 1_000
    expect(upsertHeldAnswer(held, finished, endMs - 1)).toHaveLength(1)
    expect(upsertHeldAnswer(held, finished, endMs)).toEqual([])
  })

  it('replays a long response of another call', async () => {
    const key = randomUUID()
    const body = randomBytes(450_000).toString('hex')
    await die(path, key, hold)
    await transact(upsertHeldAnswer(held, { ...finished, body }, Date.now()))
    expect((await respond(path, key)).body === body).toBe(true)
  })

  it.each([path, '/work'])(
    '%s keeps that response although it fails',
    async (failing) => {
      const key = randomUUID()
      work.act = async (run) => {
        await hold(run)
        await finish()
        return bug()
      }
      expect(await request(failing, key)).toBe(500)
      expect(await respond(failing, key)).toMatchObject(replayed)
    },
  )

  it('is answered with a refusal, never with an error of the server', async () => {
    let refusals: unknown[] = []
    work.act = async (run) => {
      const failures = [new Failure('insufficientStock'), new Error('a bug')]
      refusals = failures.map((failure) => run && heldRefusal(run, failure))
      return 'done'
    }
    await request(path, randomUUID())
    expect(refusals).toMatchObject([{ status: 400 }, undefined])
  })
})
