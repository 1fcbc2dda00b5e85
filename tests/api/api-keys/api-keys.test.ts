import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { inShop } from '../../../shared/current-shop.ts'
import { findApiKey } from '../../../shared/people/api-keys/api-keys.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { bearer } from '../../support/on-site-agent.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill } from '../../support/till.ts'

let shop: Shop
let admin: Client
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  admin = await shop.admin()
})
afterAll(() => shop.close())

const unauthenticated = { status: 401, body: { message: 'Unauthorized API access' } }
const permissionRequired = { status: 403, body: { message: 'Permission required' } }

const createKey = async (
  permissions: readonly string[],
  more: object = {},
  by = admin,
) => {
  const { status, body } = await by.post('/api-keys', {
    name: 'Web shop',
    permissions,
    ...more,
  })
  expect(status).toBe(201)
  return body as { id: string; prefix: string; secret: string }
}

const read = (secret: string, path = '/products') =>
  shop.anonymous().get(path, bearer(secret))

/** Keys are read again after ten seconds. */
async function tenSecondsLater<T>(work: () => Promise<T>): Promise<T> {
  const nowMs = Date.now()
  const tenLater = vi.spyOn(Date, 'now').mockImplementation(() => nowMs + 10_001)
  try {
    return await work()
  } finally {
    tenLater.mockRestore()
  }
}

describe('an API key', () => {
  it('is listed without its secret, and says when it was used', async () => {
    const expiresAt = '2099-01-01T00:00:00Z'
    const { id, prefix, secret } = await createKey(['products_read'], { expiresAt })
    expect(secret).toMatch(new RegExp(`^lpk_${prefix}_[\\w-]{43}$`))
    const listed = async () =>
      (await admin.get('/api-keys')).body.find((key: { id: string }) => key.id === id)
    const fields = { id, name: 'Web shop', prefix, permissions: ['products_read'] }
    expect(await listed()).toEqual({
      ...fields,
      createdAt: expect.any(String),
      expiresAt,
    })
    expect(await read(secret)).toMatchObject({ status: 200 })
    expect(await listed()).toMatchObject({ lastUsedAt: expect.any(String) })
    expect(JSON.stringify(await listed())).not.toContain(secret.slice(-43))
  })

  it('may do what its permissions say, and nothing of an administrator', async () => {
    const { secret } = await createKey(['products_read', 'users_create', 'roles_read'])
    expect(await read(secret)).toMatchObject({ status: 200 })
    expect(await read(secret, '/modifiers')).toMatchObject({ status: 200 })
    for (const path of ['/orders', '/audit', '/api-keys', '/roles', '/users/me']) {
      expect(await read(secret, path), path).toMatchObject(permissionRequired)
    }
    // The maker's own user is not the key's
    expect(await read(secret, `/users/${shop.ownerId}`)).toMatchObject(permissionRequired)
  })

  it('changes no setting that administrators alone change', async () => {
    const { secret } = await createKey(['settings_read', 'settings_update'])
    const { body: config } = await read(secret, '/config')
    const put = (change: object) =>
      shop.anonymous().put('/config', { ...config, ...change }, bearer(secret))
    expect(await put({ verifyCheckout: true })).toMatchObject({
      status: 403,
      body: { message: 'Admin privileges required' },
    })
    expect((await read(secret, '/config')).body).toEqual(config)
  })

  it('is refused beside cookies, malformed, wrong, or over', async () => {
    const { secret } = await createKey(['products_read'])
    expect(await admin.get('/products', bearer(secret))).toMatchObject({
      status: 400,
      body: { message: 'Send an API key or cookies, not both' },
    })
    const other = await createKey(['products_read'])
    const mixed = `${secret.slice(0, -43)}${other.secret.slice(-43)}`
    const unknown = secret.replace(
      /_[0-9a-f]{32}_/,
      `_${randomUUID().replaceAll('-', '')}_`,
    )
    for (const wrong of [mixed, unknown, secret.slice(0, -1), 'lpk_', `${secret}x`]) {
      expect(await read(wrong), wrong).toMatchObject(unauthenticated)
    }
    const expiresAt = new Date(Date.now() + 60_000).toISOString()
    const brief = await createKey(['products_read'], { expiresAt })
    expect(await read(brief.secret)).toMatchObject({ status: 200 })
    await later(1, async () =>
      expect(await read(brief.secret)).toMatchObject(unauthenticated),
    )
  })

  it('ends with its revocation, which happens once', async () => {
    const { id, secret } = await createKey(['products_read'])
    expect(await read(secret)).toMatchObject({ status: 200 })
    const answers = await Promise.all([1, 2, 3].map(() => admin.del(`/api-keys/${id}`)))
    expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
    expect(await admin.del(`/api-keys/${id}`)).toMatchObject({
      status: 404,
      body: { message: 'API key not found' },
    })
    await tenSecondsLater(async () =>
      expect(await read(secret)).toMatchObject(unauthenticated),
    )
  })

  it('works while its maker is an administrator', async () => {
    const role = await admin.post('/roles', { role: 'second owner', isAdmin: true })
    const user = { name: 'Zoe', pin: '9753', role: role.body.id }
    const { body } = await admin.post('/users', user)
    const zoe = await shop.login({ name: 'Zoe', pin: '9753' })
    const { secret } = await createKey(['products_read'], {}, zoe)
    expect(await read(secret)).toMatchObject({ status: 200 })
    const { body: cashier } = await admin.post('/roles', { role: 'till', isAdmin: false })
    await admin.put(`/users/${body.id}`, { roleId: cashier.id })
    await tenSecondsLater(async () =>
      expect(await read(secret)).toMatchObject(unauthenticated),
    )
  })

  it('sells in the name of a user, and is the actor in the audit trail', async () => {
    const { id, secret } = await createKey(['orders_create', 'orders_discount'])
    const till = await openTill(shop)
    const product = await till.createProduct(1_000)
    const cart = { ...till.cart(product), discountAmount: 100, amount: 9 }
    const sold = await shop
      .anonymous()
      .post('/store/orders/checkout', cart, bearer(secret))
    expect(sold).toMatchObject({ status: 201 })
    const { body } = await admin.get(`/audit?userId=${id}`)
    const entry = {
      userName: 'Web shop',
      statedUserName: 'Ana',
      subjectId: sold.body.orderId,
    }
    // Its maker's name is another's, too
    const inName = { kind: 'order', ...entry, after: { userId: shop.ownerId } }
    expect(body).toMatchObject([{ kind: 'discount', ...entry }, inName])
  })

  it('sells in the name of nobody else', async () => {
    const { id, secret } = await createKey(['orders_create'])
    const till = await openTill(shop)
    const cart = till.cart(await till.createProduct(1_000))
    for (const userId of [id, randomUUID(), undefined]) {
      const body = { ...cart, userId }
      const { status } = await shop
        .anonymous()
        .post('/store/orders/checkout', body, bearer(secret))
      expect(status, String(userId)).toBe(400)
    }
  })

  it('changes no user, role, key or webhook, whatever its permissions', async () => {
    const every = (await admin.get('/permissions')).body.map(
      ({ name }: { name: string }) => name,
    )
    const { id, secret } = await createKey(every)
    const user = { name: 'Eve', pin: '8642', role: randomUUID() }
    const webhook = { url: 'https://receiver.example', events: ['sale.completed'] }
    for (const [method, path, body] of [
      ['POST', '/users', user],
      ['PUT', `/users/${shop.ownerId}`, { name: 'Eve' }],
      ['DELETE', `/users/${shop.ownerId}`, {}],
      ['POST', '/roles', { role: 'owner', isAdmin: true }],
      ['POST', '/api-keys', { name: 'x', permissions: [] }],
      ['DELETE', `/api-keys/${id}`, {}],
      ['GET', '/webhooks', undefined],
      ['POST', '/webhooks', webhook],
      ['POST', '/import/runs', { kind: 'users' }],
      ['GET', '/export/shop', undefined],
    ] as const) {
      const sent = body && JSON.stringify(body)
      const headers = { ...bearer(secret), 'content-type': 'application/json' }
      const answer = await shop.anonymous().send(method, path, sent, headers)
      expect(answer, `${method} ${path}`).toMatchObject(permissionRequired)
    }
  })

  it('is stored as a hash', async () => {
    const { id, secret } = await createKey([])
    const stored = await inShop(shop.served, () => findApiKey(id))
    expect(stored).toBeDefined()
    expect(JSON.stringify(stored)).not.toContain(secret.slice(-43))
  })

  it('sends no money out', async () => {
    const { secret } = await createKey(['orders_refund', 'wallet_read'])
    const post = (path: string, body: object) =>
      shop.anonymous().post(path, body, bearer(secret))
    const refund = { paymentMethodId: null, invoice: 'lnbc1', reason: 'x' }
    for (const [path, body] of [
      [`/orders/${randomUUID()}/refund`, refund],
      [`/store/orders/${randomUUID()}/refund`, refund],
      [`/quotes/${randomUUID()}/refund`, { invoice: 'lnbc1' }],
      [`/payments/unmatched/${'ab'.repeat(32)}/refund`, { invoice: 'lnbc1' }],
      ['/wallet/payinvoice', { invoice: 'lnbc1' }],
      ['/wallet/auth', { password: 'x' }],
      ['/wallet/invoice', { amountSat: 1, description: 'x' }],
    ] as const) {
      expect(await post(path, body), path).toMatchObject(permissionRequired)
    }
    const invoice = { amountSat: 1, description: 'x' }
    expect(await post('/wallet/createinvoice', invoice)).toMatchObject({ status: 200 })
  })

  it('has about 600 requests a minute', async () => {
    const { secret } = await createKey(['products_read'])
    const nowMs = Math.ceil(Date.now() / 10_000) * 10_000
    const still = vi.spyOn(Date, 'now').mockImplementation(() => nowMs)
    try {
      const answers = await Promise.all(
        Array.from({ length: 130 }, () => read(secret, '/modifiers')),
      )
      const served = answers.filter(({ status }) => status === 200).length
      expect(served).toBeGreaterThanOrEqual(100)
      expect(served).toBeLessThanOrEqual(121)
      const refused = answers.find(({ status }) => status !== 200)
      expect(refused).toMatchObject({
        status: 429,
        body: { message: 'Too many requests of this API key' },
      })
      expect(refused?.headers.get('retry-after')).toBe('10')
    } finally {
      still.mockRestore()
    }
  })
})

describe('POST /api-keys', () => {
  it.each([
    [{ name: ' ', permissions: [] }],
    [{ name: 'x', permissions: ['orders_steal'] }],
    [{ name: 'x', permissions: [], expiresAt: 'tomorrow' }],
    [{ name: 'x', permissions: [], expiresAt: '2020-01-01T00:00:00Z' }],
    [{ permissions: [] }],
  ])('returns 400 for %j', async (body) => {
    expect(await admin.post('/api-keys', body)).toMatchObject({ status: 400 })
  })

  it('creates fifty at most, however many ask at once', async () => {
    const other = await openShop()
    try {
      const owner = await other.admin()
      const body = { name: 'x', permissions: [] }
      const answers = await Promise.all(
        Array.from({ length: 53 }, () => owner.post('/api-keys', body)),
      )
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(50)
      expect(answers.find(({ status }) => status !== 201)).toMatchObject({
        status: 400,
        body: { message: 'A shop has at most 50 API keys' },
      })
      expect((await owner.get('/api-keys')).body).toHaveLength(50)
    } finally {
      await other.close()
    }
  })
})

describe('a key where people need any login', () => {
  it('needs a permission of the thing, and none opens nothing', async () => {
    const none = await createKey([])
    const printing = await createKey(['orders_create'])
    const pictures = await createKey(['products_update'])
    const ask = (key: { secret: string }, method: string, path: string) =>
      shop.anonymous().send(method, path, undefined, bearer(key.secret))
    for (const [method, path, allowed] of [
      ['GET', '/config', undefined],
      ['GET', '/users', undefined],
      ['GET', '/taxes', printing],
      ['GET', '/templates', printing],
      ['POST', '/printers/print', printing],
      // Whatever the shop lets people do
      ['POST', '/printers/set', undefined],
      ['POST', '/uploads', pictures],
      ['POST', '/wallet/createinvoice', pictures],
    ] as const) {
      for (const key of [none, printing, pictures]) {
        const answer = await ask(key, method, path)
        const isAllowed =
          key === allowed || (path === '/wallet/createinvoice' && key !== none)
        expect(answer.status === 403, `${method} ${path}`).toBe(!isAllowed)
      }
    }
  })
})
