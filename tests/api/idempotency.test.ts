import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../infra/local/client.ts'
import { openShop, type Shop } from './shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const keyed = (key: string) => ({ 'idempotency-key': key })
const named = (name: string) => ({ name, type: 'product' })

describe('Idempotency-Key', () => {
  it('gives a repetition the first answer and does nothing twice', async () => {
    const key = keyed(randomUUID())
    const first = await admin.post('/categories', named('Once'), key)
    const again = await admin.post('/categories', named('Once'), key)
    expect(first.status).toBe(201)
    expect([again.status, again.body]).toEqual([first.status, first.body])
  })

  it('repeats a refusal too, though its cause is gone', async () => {
    const { body } = await admin.post('/categories', named('Blocked'))
    const key = keyed(randomUUID())
    expect((await admin.post('/categories', named('Blocked'), key)).status).toBe(400)
    await admin.del(`/categories/${body.id}?type=product`)
    expect(await admin.post('/categories', named('Blocked'), key)).toMatchObject({
      status: 400,
      body: 'Failed to create category',
    })
  })

  it('refuses the key for another body or path', async () => {
    const key = keyed(randomUUID())
    await admin.post('/categories', named('Bound'), key)
    for (const [path, body] of [
      ['/categories', named('Unbound')],
      ['/products/stock', named('Bound')],
    ] as const) {
      const answer = await admin.post(path, body, key)
      expect(answer.status).toBe(path === '/categories' ? 422 : 400)
      expect(answer.body).toEqual(expect.anything())
    }
  })

  it('keeps the keys of callers apart', async () => {
    const key = keyed(randomUUID())
    const other = await shop.userFor(randomUUID())
    await admin.post('/categories', named('Mine'), key)
    expect((await other.post('/categories', named('Mine'), key)).status).toBe(403)
  })

  it.each(['', 'x'.repeat(256)])('refuses a key of the wrong length', async (key) => {
    const answer = await admin.post('/categories', named(randomUUID()), keyed(key))
    expect(answer.status).toBe(400)
    expect(answer.body.message).toContain('1 to 255')
  })

  it('runs one of many parallel repetitions', async () => {
    const key = keyed(randomUUID())
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post('/categories', named('Parallel'), key)),
    )
    const done = answers.filter(({ status }) => status === 201)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1)
    for (const { status } of answers) expect([201, 409]).toContain(status)
  })

  it('does not count where answers hold credentials', async () => {
    const key = keyed(randomUUID())
    const tokens = [1, 2].map(() => admin.post('/auth/refresh', undefined, key))
    const [first, second] = await Promise.all(tokens)
    expect(first?.body.accessToken).not.toBe(second?.body.accessToken)
  })
})
