import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { createProduct, requiredProductFields } from '../../support/products.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { type Staff, staffOf } from '../../support/staff.ts'

let shop: Shop
let staff: Staff
let admin: Client
beforeAll(async () => {
  shop = await openShop()
  staff = await staffOf(shop)
  admin = staff.admin
})
afterAll(() => shop.close())

const listed = async (query = '') => (await admin.get(`/audit${query}`)).body
const about = async (subjectId: string) =>
  (await listed()).filter((entry: { subjectId: string }) => entry.subjectId === subjectId)
/** The entries about a record since it was created. */
const changesOf = async (subjectId: string) => {
  const [created, ...changes] = await about(subjectId)
  expect(created).toMatchObject({ before: null })
  return changes
}

describe('the audit trail', () => {
  it('has prices and stock before and after', async () => {
    const id = await createProduct(admin, { quantity: 10 })
    const change = (fields: object) =>
      admin.put(`/products/${id}`, { ...requiredProductFields, quantity: 10, ...fields })
    await change({ name: 'Black tea' })
    const renamed = { kind: 'catalog', after: { name: 'Black tea' } }
    expect(await changesOf(id)).toMatchObject([renamed])
    await change({ name: 'Black tea', priceCents: 300, quantity: 4 })
    const entry = {
      id: expect.any(String),
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      userId: shop.ownerId,
      userName: owner.name,
      statedUserId: null,
      statedUserName: null,
      approvedBy: null,
      approvedByName: null,
      subjectId: id,
      subjectName: 'Black tea',
    }
    expect(await changesOf(id)).toEqual([
      expect.objectContaining({ kind: 'catalog' }),
      {
        ...entry,
        kind: 'price',
        before: { priceCents: 250, costCents: 120 },
        after: { priceCents: 300, costCents: 120 },
      },
      { ...entry, kind: 'stock', before: { quantity: 10 }, after: { quantity: 4 } },
    ])
    const rows = [
      { productId: id, quantity: -3 },
      { productId: id, quantity: 1 },
    ]
    await admin.post('/products/stock', rows)
    expect((await listed('?kind=stock')).at(-1)).toMatchObject({
      subjectId: null,
      before: null,
      after: {
        adjustments: [
          { productId: id, name: 'Black tea', quantity: -2, before: 4, after: 2 },
        ],
      },
    })
    const before = await listed()
    await admin.post('/products/stock', [{ productId: id, quantity: -3 }])
    expect(await listed()).toEqual(before)
  })

  it('has prices of dishes', async () => {
    const category = { name: 'menu', type: 'dish' }
    const categoryId = (await admin.post('/categories', category)).body.id
    const dish = { name: 'Soup', price: 4, categoryId }
    const { id } = (await admin.post('/dishes', dish)).body
    await admin.put(`/dishes/${id}`, { ...dish, name: 'Stew' })
    await admin.put(`/dishes/${id}`, { ...dish, price: 4.5 })
    expect(await changesOf(id)).toMatchObject([
      { kind: 'catalog', before: { name: 'Soup' }, after: { name: 'Stew' } },
      { kind: 'price', before: { priceCents: 400 }, after: { priceCents: 450 } },
      { kind: 'catalog', before: { name: 'Stew' }, after: { name: 'Soup' } },
    ])
  })

  it('has roles with their permissions, and nothing of their passwords', async () => {
    const role = randomUUID()
    const id = await staff.createRole({ role, permissions: ['dish_read'] })
    // Unchanged values have no entry
    await admin.put(`/roles/${id}`, { role, permissions: ['dish_read'] })
    await admin.put(`/roles/${id}/permissions`, { permissions: ['dish_read'] })
    await admin.put(`/roles/${id}`, { role, password: 'open sesame' })
    await admin.put(`/roles/${id}/permissions`, { permissions: [] })
    await admin.del(`/roles/${id}`)
    const created = {
      name: role,
      isAdmin: false,
      permissions: ['dish_read'],
      opensWallet: false,
    }
    const changed = { ...created, opensWallet: true }
    const last = { ...changed, permissions: [] }
    expect((await about(id)).map(({ before, after }: never) => [before, after])).toEqual([
      [null, created],
      [created, { ...changed, passwordChanged: true }],
      [changed, { ...last, passwordChanged: false }],
      [last, null],
    ])
  })

  it('has roles and PINs of users, and names those who were deleted', async () => {
    const managers = await staff.createRole({ role: 'M', isAdmin: true })
    const manager = await staff.createUser(managers)
    const client = await shop.login(manager.credentials)
    const { id } = await staff.createUser(managers)
    await client.put(`/users/${id}`, { pin: 'new PIN', roleId: null })
    await admin.del(`/users/${manager.id}`)
    const byManager = await listed(`?userId=${manager.id}`)
    const entry = { userName: manager.credentials.name, subjectId: id }
    expect(byManager).toMatchObject([
      { ...entry, kind: 'pin', before: null, after: null },
      {
        ...entry,
        kind: 'user',
        before: { roleId: managers, role: 'M' },
        after: { roleId: null, role: null },
      },
    ])
    expect(await about(manager.id)).toMatchObject([
      { kind: 'user', before: null, after: { role: 'M' } },
      { kind: 'user', before: { role: 'M' }, after: null },
    ])
    expect(JSON.stringify(byManager)).not.toContain('new PIN')
  })

  it('is found by days, user and kind, in pages', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const whole = await listed()
    expect(await listed(`?startDate=${today}&endDate=${today}`)).toEqual(whole)
    expect(await listed('?endDate=2026-01-01')).toEqual([])
    expect(await listed('?startDate=2400-01-01')).toEqual([])
    expect(await listed(`?userId=${randomUUID()}`)).toEqual([])
    const first = await admin.get('/audit?limit=2&kind=role')
    expect(first.body.every(({ kind }: { kind: string }) => kind === 'role')).toBe(true)
    expect(first.body).toHaveLength(2)
    expect(first.headers.get('link')).toContain('rel="next"')
    for (const query of [
      'kind=sale',
      'startDate=2026-02-30',
      'startDate=2026-02-02&endDate=2026-02-01',
    ]) {
      expect((await admin.get(`/audit?${query}`)).status).toBe(400)
    }
  })

  it('has the days of the shop', async () => {
    const whole = await listed()
    const now = new Date()
    const utcDay = (days: number) =>
      new Date(now.getTime() + days * 24 * 60 * 60_000).toISOString().slice(0, 10)
    // Where it is still yesterday, or already tomorrow
    const [timezone, query] =
      now.getUTCHours() < 12
        ? ['Etc/GMT+12', `?endDate=${utcDay(-1)}`]
        : ['Etc/GMT-14', `?startDate=${utcDay(1)}`]
    expect(await listed(query)).toEqual([])
    const config = (await admin.get('/config')).body
    expect((await admin.put('/config', { ...config, timezone })).status).toBe(200)
    expect((await listed(query)).slice(0, whole.length)).toEqual(whole)
  })
})
