import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { stopClock } from '../../support/clock.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const megabyte = 1024 * 1024
const origin = 'http://localhost:3000'
const tooLarge = { status: 413, body: { message: 'Request body too large' } }

/** A category's JSON, padded to this many bytes. */
const padded = (bytes: number) =>
  JSON.stringify({ name: randomUUID(), type: 'product' }).padEnd(bytes)

/** Sends a body in chunks, without Content-Length. */
const chunked = (body: string) =>
  fetch(`${shop.url}/categories`, {
    method: 'POST',
    headers: { cookie: `accessToken=${admin.cookies.get('accessToken')}` },
    body: new Response(body).body,
    duplex: 'half',
  } as RequestInit)

describe('a body', () => {
  it.each([
    'application/json',
    'application/octet-stream',
    'text/plain',
    'multipart/form-data',
  ])('of exactly 1 MB is read, one byte more is not (%s)', async (type) => {
    const headers = { 'content-type': type, origin }
    expect(await admin.post('/categories', padded(megabyte), headers)).toMatchObject({
      status: 201,
    })
    const answer = await admin.post('/categories', padded(megabyte + 1), headers)
    expect(answer).toMatchObject(tooLarge)
    expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
  })

  it.each([-2, -1, 0])(
    'of 1 MB and %i bytes is read when it comes in chunks',
    async (more) => {
      expect((await chunked(padded(megabyte + more))).status).toBe(201)
    },
  )

  it('may not be larger when it is chunked', async () => {
    expect((await chunked(padded(megabyte + 1))).status).toBe(413)
  })
})

describe.each([2 * megabyte, 11 * megabyte])(
  'before a body of %i bytes is read',
  (bytes) => {
    const body = Buffer.alloc(bytes, '"')

    it.each([
      ['POST', '/nowhere', 404],
      ['PUT', '/products/1/2/3', 404],
      ['PATCH', '/products', 405],
      ['OPTIONS', '/products', 204],
    ])('the path is (%s %s)', async (method, path, status) => {
      const answer = await shop.anonymous().send(method, path, body, { origin })
      expect(answer.status).toBe(status)
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    })

    it('token and permission are', async () => {
      const clerk = await shop.userWith('categories_read')
      expect(await shop.anonymous().post('/categories', body)).toMatchObject({
        status: 401,
      })
      expect(await clerk.post('/categories', body)).toMatchObject({ status: 403 })
      const answer = await admin.post('/categories', body, { origin })
      expect(answer).toMatchObject(tooLarge)
      expect(answer.headers.get('access-control-allow-origin')).toBe(origin)
    })

    it('a blocked address hears of its block', async () => {
      stopClock()
      const from = { 'x-forwarded-for': `198.51.100.${bytes / megabyte}` }
      const login = (sent: unknown) => shop.anonymous().post('/auth/login', sent, from)
      expect(await login(body)).toMatchObject(tooLarge)
      for (let n = 0; n < 6; n += 1) await login({ name: owner.name, pin: '0000' })
      for (const sent of [body, '{', undefined, { name: 1 }]) {
        const { status, body: said } = await login(sent)
        expect(status).toBe(429)
        expect(said.retryAfter).toBe(60)
      }
    })
  },
)
