import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Answer, Client } from '../../support/client.ts'
import {
  bundleFields,
  createProduct,
  part,
  requiredProductFields,
} from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let admin: Client
let menu: string
beforeAll(async () => {
  shop = await openShop()
  admin = await shop.admin()
  menu = (await admin.post('/categories', { name: 'menu', type: 'dish' })).body.id
})
afterAll(() => shop.close())

const milk = {
  name: 'Milk',
  min: 1,
  max: 1,
  options: [
    { name: 'Whole', priceCents: 0, isDefault: true, isAvailable: true },
    { name: 'Oat', priceCents: 50, isDefault: false, isAvailable: true },
  ],
}

const optional = { name: 'Extras', min: 0, max: 3, options: [{ name: 'Shot' }] }

const listed = async () => (await admin.get('/modifiers')).body

const find = async (id: string) =>
  (await listed()).find((group: { id: string }) => group.id === id)

const createGroup = async (fields: object = {}): Promise<string> => {
  const { status, body } = await admin.post('/modifiers', { ...optional, ...fields })
  expect(body).toMatchObject({ message: 'Modifier group added successfully' })
  expect(status).toBe(201)
  return body.id
}

const change = (id: string, fields: object): Promise<Answer> =>
  admin.put(`/modifiers/${id}`, fields)

const remove = (id: string): Promise<Answer> => admin.del(`/modifiers/${id}`)

const clear = async () => {
  for (const { id } of await listed()) expect((await remove(id)).status).toBe(204)
}

const notFound = { status: 404, body: 'Modifier group not found' }
const inUse = { status: 400, body: { message: 'Modifier group is in use' } }
const invalid = { status: 400, headers: expect.anything() }

describe('modifier groups', () => {
  it('whose product has got variants can still be changed', async () => {
    const productId = await createProduct(admin, { ...requiredProductFields })
    const id = await createGroup({ options: [{ name: 'Cheese', productId }] })
    const variant = { priceCents: 300, quantity: 1, optionValueIds: [] }
    expect((await admin.post(`/products/${productId}/variants`, variant)).status).toBe(
      201,
    )
    const [option] = (await find(id)).options
    const options = [{ ...option, isAvailable: false, priceCents: 70 }]
    expect((await change(id, { name: 'Toppings', options })).status).toBe(200)
    expect((await find(id)).options).toMatchObject([{ isAvailable: false, productId }])
    expect((await remove(id)).status).toBe(204)
  })

  it('are created, listed to any user, changed and deleted', async () => {
    expect(await admin.get('/modifiers')).toMatchObject({ status: 200, body: [] })
    const key = { 'idempotency-key': randomUUID() }
    const created = await admin.post('/modifiers', milk, key)
    expect((await admin.post('/modifiers', milk, key)).body).toEqual(created.body)
    const { id } = created.body
    const user = await shop.userWith()
    const [group] = (await user.get('/modifiers')).body
    const uuid = { id: expect.stringMatching(/^[0-9a-f-]{36}$/) }
    expect(group).toEqual({
      ...milk,
      id,
      options: milk.options.map((option) => ({ ...option, ...uuid })),
    })
    expect(await change(id, { name: ' Kind of milk ' })).toMatchObject({
      status: 200,
      body: { id, message: 'Modifier group updated successfully' },
    })
    expect(await listed()).toEqual([{ ...group, name: 'Kind of milk' }])
    expect(await remove(id)).toMatchObject({ status: 204 })
    for (const answer of [await remove(id), await change(id, {})]) {
      expect(answer).toMatchObject(notFound)
    }
    expect(await listed()).toEqual([])
  })

  it('keep the ids of options that are sent with them, in the order that is sent', async () => {
    const id = await createGroup(milk)
    const [whole, oat] = (await find(id)).options
    const options = [
      { ...oat, name: 'Oat milk', priceCents: -60 },
      whole,
      { name: 'Soy' },
    ]
    expect((await change(id, { options })).status).toBe(200)
    const after = (await find(id)).options
    expect(after).toMatchObject([
      { id: oat.id, name: 'Oat milk', priceCents: -60 },
      whole,
      { name: 'Soy', priceCents: 0, isDefault: false, isAvailable: true },
    ])
    const elsewhere = await createGroup(milk)
    for (const wrong of [
      [whole, whole],
      [whole, { id: randomUUID(), name: 'x' }],
      [whole, { ...(await find(elsewhere)).options[0], isDefault: false }],
    ]) {
      expect(await change(id, { options: wrong })).toMatchObject(invalid)
    }
    expect((await find(id)).options).toEqual(after)
    await clear()
  })

  it.each<[object, string]>([
    [{ name: ' ' }, 'name: must'],
    [{ name: 'x'.repeat(61) }, 'name: is too long'],
    [{ min: -1 }, 'min'],
    [{ min: undefined }, 'min'],
    [{ max: 21 }, 'max'],
    [{ max: 1.5 }, 'max'],
    [{ min: 2, max: 1 }, 'min is above max'],
    [{ min: 1 }, 'options: the defaults'],
    [{ max: 0, options: [{ name: 'x', isDefault: true }] }, 'options: the defaults'],
    [{ options: undefined }, 'options'],
    [{ options: [{ name: '' }] }, 'options'],
    [{ options: [{ name: 'x'.repeat(61) }] }, 'options'],
    [{ options: [{ name: 'x', priceCents: 0.5 }] }, 'options'],
    [{ options: [{ name: 'x', priceCents: 10_000_000_001 }] }, 'options'],
    [{ options: [{ name: 'x', productId: randomUUID() }] }, 'options: productId'],
    [{ options: [{ name: 'x', quantity: 0 }] }, 'options'],
    [{ options: [{ id: randomUUID(), name: 'x' }] }, 'options: an id'],
    [{ options: Array(501).fill({ name: 'x' }) }, 'a shop has at most 500 modifiers'],
  ])('return 400 for %j and change nothing', async (wrong, fault) => {
    const id = await createGroup()
    const before = await listed()
    const message = expect.stringContaining(`Invalid request: ${fault}`)
    const body = { ...optional, ...wrong }
    const refused = { status: 400, body: { message } }
    expect(await admin.post('/modifiers', body)).toMatchObject(refused)
    if (!Object.values(wrong).includes(undefined)) {
      expect(await change(id, body)).toMatchObject(refused)
    }
    expect(await listed()).toEqual(before)
    await clear()
  })

  it('are 60 with 500 options at most', async () => {
    const options = (count: number) => Array(count).fill({ name: 'x'.repeat(60) })
    for (let n = 0; n < 58; n += 1) await createGroup()
    const last = await createGroup({ options: options(2) })
    await createGroup({ options: options(440) })
    const refused = (fault: string) => ({
      status: 400,
      body: { message: `Invalid request: a shop has at most ${fault}` },
    })
    expect(await admin.post('/modifiers', optional)).toMatchObject(
      refused('60 modifier groups'),
    )
    expect(await change(last, { options: options(3) })).toMatchObject(
      refused('500 modifiers'),
    )
    await clear()
  })

  it('are in the audit trail', async () => {
    const id = await createGroup({ name: 'Sizes' })
    await change(id, { max: 2 })
    await remove(id)
    const entries = (await admin.get('/audit?kind=modifier')).body.filter(
      ({ subjectId }: { subjectId: string }) => subjectId === id,
    )
    expect(entries).toMatchObject([
      { subjectName: 'Sizes', before: null, after: { max: 3 } },
      { before: { max: 3 }, after: { max: 2 } },
      { before: { max: 2 }, after: null },
    ])
  })
})

describe.each([
  { kind: 'product', path: '/products', fields: () => requiredProductFields },
  {
    kind: 'dish',
    path: '/dishes',
    fields: () => ({ name: 'Soup', price: 4, categoryId: menu }),
  },
])('the modifier groups of a $kind', ({ path, fields }) => {
  const create = (modifierGroupIds?: unknown): Promise<Answer> =>
    admin.post(path, { ...fields(), modifierGroupIds })
  const update = (id: string, modifierGroupIds?: unknown): Promise<Answer> =>
    admin.put(`${path}/${id}`, { ...fields(), modifierGroupIds })
  const groupsOf = async (id: string) =>
    (await admin.get(`${path}/${id}`)).body.modifierGroupIds

  it('are groups there are, in their order, and stay when they are not sent', async () => {
    const [one, other] = [await createGroup(), await createGroup(milk)]
    const { id } = (await create([other, one])).body
    expect(await groupsOf(id)).toEqual([other, one])
    const list = (await admin.get(path)).body
    expect(list.at(-1)).toMatchObject({ modifierGroupIds: [other, one] })
    expect((await update(id)).status).toBe(200)
    expect(await groupsOf(id)).toEqual([other, one])
    for (const wrong of [
      [randomUUID()],
      ['a.b#c:d'],
      [''],
      [one, one],
      Array(11).fill(one),
      [7],
      'x',
      null,
    ]) {
      expect(await create(wrong)).toMatchObject(invalid)
      expect(await update(id, wrong)).toMatchObject(invalid)
    }
    expect(await groupsOf(id)).toEqual([other, one])
    expect((await update(id, [one])).status).toBe(200)
    expect(await groupsOf(id)).toEqual([one])
    await admin.del(`${path}/${id}`)
    const none = (await create()).body.id
    expect(await groupsOf(none)).toEqual([])
    await admin.del(`${path}/${none}`)
    await clear()
  })

  it('cannot be deleted while they are named', async () => {
    const [one, other] = [await createGroup(), await createGroup()]
    const [first, second] = [(await create([one])).body.id, (await create([one])).body.id]
    expect(await remove(one)).toMatchObject(inUse)
    await update(first, [other])
    expect(await remove(one)).toMatchObject(inUse)
    await admin.del(`${path}/${second}`)
    expect((await remove(one)).status).toBe(204)
    expect(await remove(other)).toMatchObject(inUse)
    await update(first, [])
    await clear()
    await admin.del(`${path}/${first}`)
  })
})

describe('options that take a product', () => {
  const takes = (productId: string) => ({
    options: [{ name: 'Cookie', productId, quantity: 2 }],
  })

  it('name a plain product, which then stays one', async () => {
    const cookie = await createProduct(admin)
    const id = await createGroup({ name: 'Sweets', ...takes(cookie) })
    expect((await find(id)).options).toMatchObject([{ productId: cookie, quantity: 2 }])
    expect(await admin.del(`/products/${cookie}`)).toMatchObject({
      status: 409,
      body: { message: 'Modifiers take units of the product: Sweets' },
    })
    const cup = await createProduct(admin)
    const bundle = bundleFields(part(cup))
    expect(await admin.put(`/products/${cookie}`, bundle)).toMatchObject(invalid)
    const { body } = await admin.post('/products', bundle)
    expect(
      await admin.post('/modifiers', { ...optional, ...takes(body.id) }),
    ).toMatchObject(invalid)
    expect((await change(id, { options: [] })).status).toBe(200)
    expect((await admin.del(`/products/${cookie}`)).status).toBe(204)
    await clear()
  })

  it('are for products alone', async () => {
    const cookie = await createProduct(admin)
    const [plain, taking] = [await createGroup(), await createGroup(takes(cookie))]
    const dish = { name: 'Soup', price: 4, categoryId: menu }
    const refused = { status: 400 }
    expect(
      await admin.post('/dishes', { ...dish, modifierGroupIds: [plain, taking] }),
    ).toMatchObject(refused)
    const { id } = (await admin.post('/dishes', { ...dish, modifierGroupIds: [plain] }))
      .body
    expect(await change(plain, takes(cookie))).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('a dish names this group') },
    })
    await admin.del(`/dishes/${id}`)
    expect((await change(plain, takes(cookie))).status).toBe(200)
    expect((await change(plain, { options: [] })).status).toBe(200)
    expect(
      (await admin.post('/dishes', { ...dish, modifierGroupIds: [plain] })).status,
    ).toBe(201)
  })
})
