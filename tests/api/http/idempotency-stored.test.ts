import { randomBytes, randomUUID } from 'node:crypto'
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { afterAll, beforeEach, expect, it, vi } from 'vitest'
import { logger } from '../../../shared/logger.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { put, update } from '../../../shared/platform/dynamodb/write.ts'
import {
  heldKey,
  updateToHeldKey,
  upsertHeldAnswer,
} from '../../../shared/platform/idempotency/held-key.ts'
import type { RequestKey } from '../../../shared/platform/idempotency/request-key.ts'
import { transactAndRespond } from '../../../shared/platform/idempotency/transact-and-respond.ts'
import { keyedWork } from '../../support/keyed-work.ts'

const work = keyedWork()
const error = vi.spyOn(logger, 'error')
beforeEach(() => void error.mockClear())
afterAll(() => error.mockRestore())

const request = (path: string, key?: string) => work.send(path, key, {})

const write = (response: unknown) =>
  transactAndRespond([put({ pk: 'WORK', sk: randomUUID() })], response)

/** Lines that say that a response was not stored. */
const notStored = () =>
  error.mock.calls.filter(([event]) => event === 'response-not-stored')

/** The table fails at the next call. */
const failNext = () =>
  vi
    .spyOn(DynamoDBDocumentClient.prototype, 'send')
    .mockRejectedValueOnce(new Error('no table') as never)

/** A run whose end comes 61 s after its start, when another run has the key. */
async function overtaken(
  path: string,
  end: () => Promise<string>,
  other: () => Promise<string>,
) {
  const key = randomUUID()
  const [begun, overtook] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const startMs = Date.now()
  vi.setSystemTime(startMs)
  work.act = async () => {
    begun.resolve()
    await overtook.promise
    return end()
  }
  const first = request(path, key)
  await begun.promise
  vi.setSystemTime(startMs + 61_000)
  work.act = other
  const second = await request(path, key)
  overtook.resolve()
  return { key, first: await first, second }
}

it('a key may have one character', async () => {
  const key = String.fromCharCode(0x21 + Math.floor(Math.random() * 0x5e))
  expect((await request('/work', key)).statusCode).toBe(200)
})

it('a key counts for POST only', async () => {
  const key = randomUUID()
  await work.send('/work', key, {}, 'PUT')
  await work.send('/work', key, {}, 'PUT')
  expect(work.runs).toBe(2)
})

it.each([
  ['without a key', undefined, async () => 'done'],
  ['without a key, which commits', undefined, () => write('done').then(() => 'done')],
  ['with a key', randomUUID(), async () => 'done'],
  ['with a key, which commits', randomUUID(), () => write('done').then(() => 'done')],
])('a request %s is answered and logs no error', async (_, key, run) => {
  work.act = run
  for (const _ of [1, 2]) {
    expect(await request('/work', key)).toMatchObject({ statusCode: 200, body: 'done' })
  }
  expect(work.runs).toBe(key ? 1 : 2)
  expect(error).not.toHaveBeenCalled()
})

it.each([
  ['/work', 'done', undefined],
  ['/work/drawn', Buffer.from('done').toString('base64'), true],
])('%s is answered again in the same encoding', async (path, body, isBase64Encoded) => {
  const key = randomUUID()
  for (const _ of [1, 2]) {
    const response = await request(path, key)
    expect(response.body).toBe(body)
    expect(response.isBase64Encoded).toBe(isBase64Encoded)
  }
  expect(work.runs).toBe(1)
})

it.each(['/work', '/work/drawn'])(
  'an answer of %s that version 0.2 stored is given again as it was',
  async (path) => {
    const [key, held] = [randomUUID(), Promise.withResolvers<string>()]
    work.act = async (run) => {
      held.resolve(run?.record.pk ?? '')
      return 'done'
    }
    const { body, isBase64Encoded } = await request(path, key)
    const record = { pk: await held.promise, sk: 'ANSWER' }
    await transact([update(record, { remove: ['isBase64'] })])
    const again = await request(path, key)
    expect(again.body).toBe(body)
    expect(again.isBase64Encoded).toBe(isBase64Encoded)
  },
)

it('an error before the request is read is logged as it is', async () => {
  expect((await request('/unknown', randomUUID())).statusCode).toBe(500)
  const message = expect.stringContaining('POST /unknown')
  expect(error.mock.calls).toEqual([
    [
      'request',
      expect.objectContaining({ failure: expect.objectContaining({ message }) }),
    ],
  ])
})

it('a reply of 503 is not stored', async () => {
  const key = randomUUID()
  expect((await request('/work/awaited', key)).statusCode).toBe(503)
  expect((await request('/work/awaited', key)).statusCode).toBe(200)
})

it('nothing runs when the key cannot be reserved', async () => {
  failNext()
  expect(await request('/work', randomUUID())).toMatchObject({
    statusCode: 500,
    body: expect.stringContaining('connecting to the database'),
  })
  expect(work.runs).toBe(0)
})

it.each(['/work', '/work/resumed'])(
  '%s answers though the table fails after it, and logs that',
  async (path) => {
    work.act = async () => {
      failNext()
      return 'done'
    }
    const key = randomUUID()
    expect((await request(path, key)).statusCode).toBe(200)
    expect(notStored()).toEqual([
      ['response-not-stored', { error: expect.stringContaining('storageUnavailable') }],
    ])
    expect((await request(path, key)).statusCode).toBe(409)
  },
)

it.each(['/work', '/work/resumed'])('%s logs a key that stays reserved', async (path) => {
  work.act = async () => {
    failNext()
    throw new Error('a bug')
  }
  expect((await request(path, randomUUID())).statusCode).toBe(500)
  expect(notStored()).toHaveLength(1)
})

it.each([
  ['/work', 1],
  ['/work/resumed', 0],
])('%s: another call answered first, which is logged %i times', async (path, times) => {
  const finished = { status: 201, contentType: 'text/plain', body: 'finished' }
  const finish = async (run?: RequestKey) => {
    if (!run) throw new Error('no key')
    await transact([updateToHeldKey(run)])
    await transact(upsertHeldAnswer(heldKey(run), finished, Date.now()))
  }
  work.act = (run) => finish(run).then(() => 'done')
  const key = randomUUID()
  expect(await request(path, key)).toMatchObject({ statusCode: 200, body: 'done' })
  expect(await request(path, key)).toMatchObject({ statusCode: 201, body: 'finished' })
  expect(notStored()).toHaveLength(times)

  error.mockClear()
  work.act = (run) =>
    finish(run).then(() => {
      throw new Error('a bug')
    })
  expect((await request(path, randomUUID())).statusCode).toBe(500)
  expect(notStored()).toEqual([])
})

it('a run that was overtaken writes nothing', async () => {
  const { key, first } = await overtaken(
    '/work',
    () => write('late').then(() => 'late'),
    async () => 'done',
  )
  expect(first).toMatchObject({
    statusCode: 409,
    body: expect.stringContaining('still running'),
  })
  expect(await request('/work', key)).toMatchObject({ statusCode: 200, body: 'done' })
})

it('a long response of a run that was overtaken leaves that of the other', async () => {
  const long = async () => randomBytes(450_000).toString('hex')
  const { key, first, second } = await overtaken('/work', long, long)
  expect(first.body).not.toBe(second.body)
  expect((await request('/work', key)).body).toBe(second.body)
})
