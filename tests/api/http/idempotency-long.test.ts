import { randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import * as z from 'zod'
import { Failure } from '../../../shared/failure.ts'
import { put } from '../../../shared/platform/dynamodb/write.ts'
import { group, post } from '../../../shared/platform/http/endpoint.ts'
import { lambda } from '../../../shared/platform/http/lambda.ts'
import { csv } from '../../../shared/platform/http/reply.ts'
import { transactAndRespond } from '../../../shared/platform/idempotency/transact-and-respond.ts'
import { keyedPost } from '../../support/keyed-post.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
beforeAll(async () => {
  shop = await openShop({ fresh: true })
})
afterAll(() => shop.close())

const text = {
  /** About 16 KB once compressed. */
  'that compresses': () => `${randomUUID()}\n`.repeat(40_000),
  /** More than three records hold, compressed or not. */
  'that hardly compresses': () => randomBytes(1_500_000).toString('hex'),
  'in any script': () => 'té 茶 🍵\n'.repeat(30_000),
  'that is short': () => 'a,b\n',
}
type Kind = keyof typeof text

let runs = 0
const endpoints = group('texts', ['table'], {
  write: post('/texts', {
    summary: 'Writes a text',
    access: 'public',
    body: z.object({ kind: z.string(), inTransaction: z.boolean() }),
    reply: csv,
  }),
})
const handler = lambda(endpoints, {
  write: async ({ body: { kind, inTransaction } }) => {
    runs += 1
    if (kind === 'late') return failLate()
    const written = text[kind as Kind]()
    if (inTransaction)
      await transactAndRespond([put({ pk: 'TEXT', sk: randomUUID() })], written)
    return written
  },
})

/** Commits its transaction and then fails. */
async function failLate(): Promise<string> {
  await transactAndRespond([put({ pk: 'TEXT', sk: randomUUID() })], 'done')
  throw new Failure('notFound')
}

const send = keyedPost(handler)
async function write(kind: string, inTransaction: boolean, key: string) {
  const { statusCode, body } = await send('/texts', key, { kind, inTransaction })
  return { statusCode, body }
}

it.each(
  Object.keys(text).flatMap((kind) => [
    [kind, true],
    [kind, false],
  ]) as [Kind, boolean][],
)(
  'replays a response %s byte for byte (stored in the transaction: %s)',
  async (kind, inTransaction) => {
    const key = randomUUID()
    runs = 0
    const first = await write(kind, inTransaction, key)
    expect(first.statusCode).toBe(200)
    expect(await write(kind, inTransaction, key)).toEqual(first)
    expect(runs).toBe(1)
  },
)

it('replays a response stored in the transaction, though the handler failed after it', async () => {
  const key = randomUUID()
  runs = 0
  expect(await write('late', true, key)).toMatchObject({ statusCode: 404 })
  expect(await write('late', true, key)).toEqual({ statusCode: 200, body: 'done' })
  expect(runs).toBe(1)
})
