import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { signAccess, verifyAccess } from '../../../shared/people/auth/tokens.ts'
import {
  type PermissionName,
  packPermissions,
} from '../../../shared/people/staff/permissions.ts'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
})
afterAll(() => shop.close())

const keyed = (key: string) => ({ 'idempotency-key': key })
const named = (name: string) => ({ name, type: 'product' })
const reused = {
  status: 422,
  body: { message: 'Idempotency-Key was used with another request' },
}

/** An access token of a client's user and session that holds a permission more. */
async function accessTokenOf(client: Client, permission: PermissionName) {
  const caller = await verifyAccess(client.cookies.get('accessToken'))
  if (!caller) throw new Error('the client has no access token')
  return signAccess({ ...caller, permissions: packPermissions([permission]) })
}

describe('Idempotency-Key', () => {
  it('replays the first response and runs the operation once', async () => {
    const key = keyed(randomUUID())
    const first = await admin.post('/categories', named('Once'), key)
    const again = await admin.post('/categories', named('Once'), key)
    expect(first.status).toBe(201)
    expect([again.status, again.body]).toEqual([first.status, first.body])
  })

  it('replays a refusal too, though its cause is gone', async () => {
    const { body } = await admin.post('/categories', named('Blocked'))
    const key = keyed(randomUUID())
    expect((await admin.post('/categories', named('Blocked'), key)).status).toBe(400)
    await admin.del(`/categories/${body.id}?type=product`)
    expect(await admin.post('/categories', named('Blocked'), key)).toMatchObject({
      status: 400,
      body: 'Failed to create category',
    })
  })

  it.each([
    ['another body', '/categories', named('Unbound')],
    ['another path', '/products/stock', named('Bound')],
    ['a body that is not JSON', '/categories', '{'],
  ])('refuses the key for %s', async (_, path, body) => {
    const key = keyed(randomUUID())
    await admin.post('/categories', named('Bound'), key)
    expect(await admin.post(path, body, key)).toMatchObject(reused)
  })

  it.each([
    ['is not JSON', '/categories', '{', 400],
    ['fails its schema', '/categories', { name: 1, type: 'product' }, 400],
    ['is missing', '/categories', undefined, 400],
    ['is too large', '/categories', ' '.repeat(1024 * 1024 + 1), 413],
  ])('is taken by a request whose body %s', async (_, path, body, status) => {
    const key = keyed(randomUUID())
    const first = await admin.post(path, body, key)
    expect(first.status).toBe(status)
    expect(await admin.post(path, body, key)).toMatchObject({ status, body: first.body })
    expect(await admin.post('/categories', named('Mended'), key)).toMatchObject(reused)
    expect((await admin.get('/categories?type=product')).body).not.toContainEqual(
      expect.objectContaining({ name: 'Mended' }),
    )
  })

  it('is not reserved by a request without token or permission', async () => {
    const key = keyed(randomUUID())
    const user = await shop.userWith('categories_read')
    expect((await shop.anonymous().post('/categories', '{', key)).status).toBe(401)
    expect((await user.post('/categories', named('Allowed'), key)).status).toBe(403)
    user.cookies.set('accessToken', await accessTokenOf(user, 'categories_create'))
    expect((await user.post('/categories', named('Allowed'), key)).status).toBe(201)
  })

  it('keeps the keys of different callers apart', async () => {
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

  it('runs one of many parallel requests with the same key', async () => {
    const key = keyed(randomUUID())
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => admin.post('/categories', named('Parallel'), key)),
    )
    const done = answers.filter(({ status }) => status === 201)
    expect(done.length).toBeGreaterThan(0)
    expect(new Set(done.map(({ body }) => body.id)).size).toBe(1)
    for (const { status } of answers) expect([201, 409]).toContain(status)
  })

  it('is ignored where responses hold credentials', async () => {
    const key = keyed(randomUUID())
    const tokens = [1, 2].map(() => admin.post('/auth/refresh', undefined, key))
    const [first, second] = await Promise.all(tokens)
    expect(first?.body.accessToken).not.toBe(second?.body.accessToken)
  })
})

it('the request id in the response header is also in its log lines, with the ids of its records', async () => {
  const lines: string[] = []
  const log = vi.spyOn(console, 'log').mockImplementation((line) => lines.push(line))
  onTestFinished(() => log.mockRestore())
  const admin = await shop.admin()
  const created = await admin.post('/agents', { name: 'Tea & Co' })
  const origin = { origin: 'http://localhost:3000' }
  const read = await admin.get(`/suppliers/${created.body.id}?secret=hush`, origin)
  const answers = [created, read]
  expect(read.headers.get('access-control-expose-headers')).toContain('Apigw-Requestid')
  const told = lines.map((line) => JSON.parse(line))
  for (const { headers } of answers) {
    const requestId = headers.get('apigw-requestid')
    expect(told.filter((line) => line.requestId === requestId)).toMatchObject([
      { event: 'request', ids: { id: created.body.id }, ip: '127.0.0.1' },
    ])
  }
  expect(lines.join()).not.toMatch(/hush|Tea/)
  expect(lines.join()).not.toContain(created.body.enrolmentToken)
})
