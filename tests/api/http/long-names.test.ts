import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Key } from '../../../shared/platform/dynamodb/keys.ts'
import { retryOnConflict } from '../../../shared/platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import type { Client } from '../../support/client.ts'
import { requiredProductFields } from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
const ids: Record<string, string> = {}
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  const id = async (path: string, body: object) => (await admin.post(path, body)).body.id
  ids.dishes = await id('/categories', { name: 'menu', type: 'dish' })
  ids.stores = await id('/categories', { name: 'stores', type: 'ingredient' })
  ids.space = await id('/spaces', { name: 'Hall' })
  ids.role = await id('/roles', { role: 'Waiter' })
  ids.product = await id('/products', { ...requiredProductFields, name: 'Shirt' })
})
afterAll(() => shop.close())

const of = (length: number) => 'n'.repeat(length)
const contact = { contact: '', phone: '', email: '', address: '' }
const stock = { quantity: 1, unit: 'kg', lowStockThreshold: 0, costPerUnit: 1 }

/** Records with names: their path, their body, and the key of their record. */
const nouns: readonly [
  path: () => string,
  body: (name: string) => object,
  key?: (id: string) => Key,
][] = [
  [
    () => '/products',
    (name) => ({ ...requiredProductFields, name }),
    (id) => ({ pk: 'PRODUCT', sk: id }),
  ],
  [
    () => '/dishes',
    (name) => ({ name, price: 3, categoryId: ids.dishes }),
    (id) => ({ pk: 'DISH', sk: id }),
  ],
  [
    () => '/ingredients',
    (name) => ({ name, categoryId: ids.stores, ...stock }),
    (id) => ({ pk: 'INGREDIENT', sk: id }),
  ],
  [() => '/categories', (name) => ({ name, type: 'dish' })],
  [() => '/suppliers', (name) => ({ name, ...contact })],
  [() => '/spaces', (name) => ({ name })],
  [() => '/tables', (name) => ({ name, spaceId: ids.space })],
  [() => '/users', (name) => ({ name, pin: '2468', role: ids.role })],
  [() => '/roles', (role) => ({ role })],
  [() => '/templates', (name) => ({ name, elements: [] })],
  [() => `/products/${ids.product}/options`, (name) => ({ name, values: [] })],
  [
    () => `/products/${ids.product}/options`,
    (value) => ({ name: 'Size', values: [{ value }] }),
  ],
]

describe.each(nouns)('a name of %s', (path, body, key) => {
  it('has at most 200 characters; a longer one of an earlier release stays', async () => {
    expect((await admin.post(path(), body(of(201)))).status).toBe(400)
    const created = await admin.post(path(), body(of(200)))
    expect(created.status).toBe(201)
    const { id } = created.body
    expect((await admin.put(`${path()}/${id}`, body(of(201)))).status).toBe(400)
    if (!key) return
    const { sortableId } = await import('../../../shared/ids.ts')
    const stored = { ...key(id), sk: sortableId(id) }
    await retryOnConflict(() => transact([update(stored, { set: { name: of(3_000) } })]))
    expect((await admin.put(`${path()}/${id}`, body(of(3_000)))).status).toBe(200)
    expect((await admin.get(`${path()}/${id}`)).body.name).toBe(of(3_000))
    expect((await admin.put(`${path()}/${id}`, body(of(3_001)))).status).toBe(400)
    expect((await admin.put(`${path()}/${id}`, body('short'))).status).toBe(200)
  })
})

it("the shop's name has at most 200 characters", async () => {
  const { body: config } = await admin.get('/config')
  const renamed = (businessName: string) => ({ ...config, businessName })
  expect((await admin.put('/config', renamed(of(201)))).status).toBe(400)
  expect((await admin.put('/config', renamed(of(200)))).status).toBe(200)
})
