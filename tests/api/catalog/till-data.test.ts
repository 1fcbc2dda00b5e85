import { afterAll, beforeAll, describe, expect, it, test, vi } from 'vitest'
import type { TillData } from '../../../shared/client/api.ts'
import type { Pos } from '../../../shared/client/pos.ts'
import type { Client } from '../../support/client.ts'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { eventually } from '../../support/eventually.ts'
import { createProduct, requiredProductFields } from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'

let shop: Shop
let restaurant: Restaurant
let admin: Client & { readonly pos: Pos }
beforeAll(async () => {
  shop = await openShop({ stream: true })
  restaurant = await openRestaurant(shop)
  admin = await shop.admin()
})
afterAll(() => shop.close())

const versionNow = async () => (await admin.pos.tillData.now()).version
const untilOtherThan = (version: string) =>
  eventually(async () => {
    const now = await versionNow()
    expect(now).not.toBe(version)
    return now
  })

describe('GET /till-data', () => {
  it('has what a till needs in one answer, without costs and stock', async () => {
    const categoryId = (
      await admin.pos.categories.create({ body: { type: 'product', name: 'Hot drinks' } })
    ).id
    const id = await createProduct(admin, {
      name: 'Earl Grey',
      SKU: 'EG-1',
      barcodes: ['4006381333931'],
      categoryIds: [categoryId],
    })
    const set = await createProduct(admin, {
      name: 'Two teas',
      isBundle: true,
      bundleComponents: [{ componentId: id, quantity: 2 }],
    })
    await restaurant.createDish('Soup')
    await admin.pos.taxes.create({
      body: { name: 'VAT', ratePercent: 16, isDefault: true },
    })
    const { body, headers } = await admin.get('/till-data')
    const data = body as TillData
    expect(headers.get('content-encoding')).toBe('gzip')
    expect(headers.get('etag')).toBe(`W/"${data.version}"`)
    expect(data.products).toContainEqual({
      id,
      name: 'Earl Grey',
      SKU: 'EG-1',
      barcodes: ['4006381333931'],
      categoryIds: [categoryId],
      priceCents: 250,
      minStockThreshold: 2,
      maxStockThreshold: 50,
    })
    expect(data.products).toContainEqual(
      expect.objectContaining({
        id: set,
        bundleComponents: [{ componentId: id, quantity: 2 }],
      }),
    )
    expect(data.categories).toContainEqual({
      id: categoryId,
      name: 'Hot drinks',
      type: 'product',
    })
    expect(data.dishes).toEqual(await admin.pos.dishes.list())
    expect(data.taxes).toEqual(await admin.pos.taxes.list())
    expect(data.modifiers).toEqual(await admin.pos.modifiers.list())
    expect(data.currency).toEqual(await admin.pos.currencies.base())
    expect(data.config).toEqual(await admin.pos.config.show())
    expect(data.users).toEqual(await admin.pos.users.listPublic())
    expect(data.printers).toEqual(await admin.pos.printers.list())
    expect(data.spaces).toEqual(await admin.pos.spaces.list())
    expect(data.methods).toEqual(await admin.pos.payments.methods())
    expect(JSON.stringify(body)).not.toMatch(/cost|quantity":1[0-9]|\*\*\*\*/i)
  })

  it('is the same text for a client that accepts no compression', async () => {
    const plain = await admin.get('/till-data', { 'accept-encoding': 'identity' })
    expect(plain.headers.get('content-encoding')).toBeNull()
    expect(plain.body).toEqual((await admin.get('/till-data')).body)
  })

  it('is 304 for its version, in each way to name it, and whole for any other', async () => {
    const { version } = (await admin.get('/till-data')).body
    const tag = { 'if-none-match': `"other", W/"${version}"` }
    const answers = [
      await admin.get('/till-data', tag),
      await admin.get(`/till-data?version=${version}`),
      await admin.get(`/till-data?since=${version}`),
    ]
    expect(answers.map(({ status, body }) => [status, body])).toEqual([
      [304, undefined],
      [304, undefined],
      [304, undefined],
    ])
    const [steps = ''] = version.split('-')
    for (const unknown of [
      `${steps}-forged`,
      '1',
      'x',
      `${Number(steps) + 5}-AAAAAAAA`,
    ]) {
      const { status, body } = await admin.get(`/till-data?since=${unknown}`)
      expect([status, body.version, Array.isArray(body.products)]).toEqual([
        200,
        version,
        true,
      ])
    }
  })

  it('says by `since` what has changed and what is gone', async () => {
    const before = await admin.pos.tillData.latest()
    const [kept, deleted] = [await createProduct(admin), await createProduct(admin)]
    await admin.del(`/products/${deleted}`)
    const { pos } = admin
    await pos.taxes.create({
      body: { name: 'Reduced', ratePercent: 7, isDefault: false },
    })
    await eventually(async () => {
      const { body } = await admin.get(`/till-data?since=${before.version}`)
      expect(body).toMatchObject({
        since: before.version,
        changed: { products: [{ id: kept }], taxes: await pos.taxes.list() },
        gone: { products: [deleted] },
      })
      expect(body.dishes).toBeUndefined()
    })
  })

  it('has the same version after a sale, whose units /till-data/now has', async () => {
    const id = await createProduct(admin, { ...requiredProductFields, quantity: 9 })
    await eventually(async () => {
      expect((await admin.pos.tillData.latest()).products).toContainEqual(
        expect.objectContaining({ id }),
      )
    })
    const version = await versionNow()
    await admin.post('/products/stock', [{ productId: id, quantity: -2 }])
    // The stream has delivered it once it has delivered a later change
    await createProduct(admin)
    const next = await untilOtherThan(version)
    expect(Number(next.split('-')[0])).toBe(Number(version.split('-')[0]) + 1)
    const { body } = await admin.get('/till-data/now?stock=true')
    expect(body.stock[id]).toBe(7)
    expect(Date.parse(body.asOf)).toBeGreaterThan(0)
    expect((await admin.get('/till-data/now')).body.stock).toBeUndefined()
  })
})

test('three that start at once cost one build', async () => {
  await createProduct(admin)
  const version = await untilOtherThan(await versionNow()).catch(versionNow)
  const { DynamoDBDocumentClient } = await import('@aws-sdk/lib-dynamodb')
  const send = vi.spyOn(DynamoDBDocumentClient.prototype, 'send')
  // As three processes: each its own memory
  const processes = await Promise.all(
    [1, 2, 3].map(
      (number) =>
        import(`../../../shared/selling/till-data/build.ts?process=${number}`) as Promise<
          typeof import('../../../shared/selling/till-data/build.ts')
        >,
    ),
  )
  const built = await Promise.all(
    processes.map(({ builtContent }) => builtContent(version)),
  )
  const readsOfProducts = send.mock.calls.filter(([command]) =>
    JSON.stringify(command.input).includes('"PRODUCT"'),
  )
  send.mockRestore()
  expect(readsOfProducts).toHaveLength(1)
  expect(new Set(built.map(({ bytes }) => bytes.toString('base64'))).size).toBe(1)
})

test('what the client keeps is what a fresh read gives, after every change', async () => {
  const { pos } = await shop.admin()
  const other = (await shop.admin()).pos
  const product = await createProduct(admin)
  const categoryId = (
    await other.categories.create({ body: { type: 'dish', name: 'Mains' } })
  ).id
  let seen = 0
  const changes: (() => Promise<unknown>)[] = [
    () =>
      other.products.update({
        params: { id: product },
        body: { ...requiredProductFields, priceCents: 99 },
      }),
    () =>
      other.categories.rename({
        params: { id: categoryId },
        body: { type: 'dish', name: 'Plates' },
      }),
    () => other.dishes.create({ body: { name: 'Stew', price: 9.5, categoryId } }),
    () =>
      other.modifiers.create({
        body: { name: 'Milk', min: 0, max: 1, options: [{ name: 'Oat' }] },
      }),
    () => other.config.change({ body: { businessName: 'Other name' } }),
    () => other.currencies.chooseBase({ body: { acronym: 'EUR' } }),
    () => other.spaces.create({ body: { name: 'Terrace' } }),
    () => other.printers.create({ body: { printerType: 'BAR', printerName: 'bar' } }),
    () => other.products.remove({ params: { id: product } }),
  ]
  for (const change of changes) {
    await change()
    await eventually(async () => {
      const held = await pos.tillData.latest()
      // No version older than the one that was held
      const steps = Number(held.version.split('-')[0])
      expect(steps).toBeGreaterThanOrEqual(seen)
      seen = steps
      const { body } = await admin.get('/till-data')
      expect({ ...held, version: '' }).toEqual({ ...body, version: '' })
      expect(held.config).toEqual(await other.config.show())
      expect(held.currency).toEqual(await other.currencies.base())
      expect(held.dishes).toEqual(await other.dishes.list())
      expect(held.modifiers).toEqual(await other.modifiers.list())
      expect(held.spaces).toEqual(await other.spaces.list())
      expect(held.printers).toEqual(await other.printers.list())
      expect(held.products.map(({ id, priceCents }) => [id, priceCents])).toEqual(
        (await other.products.list()).map(({ id, priceCents }) => [id, priceCents]),
      )
    })
  }
})

test('/till-data/now names the open shift to everybody', async () => {
  expect((await admin.get('/till-data/now')).body.shift).toBeNull()
  const { userId } = (await admin.pos.users.me()).user
  const { id } = await admin.pos.shifts.create({
    body: {
      userId,
      shiftDate: String(Date.now()),
      startTime: '1795248000000',
      notes: '',
      initialAmount: 100,
    },
  })
  const staff = await staffOf(shop)
  const role = await staff.createRoleWith('orders_create')
  const { credentials } = await staff.createUser(role)
  const anybody = await shop.login(credentials)
  const { body } = await anybody.get('/till-data/now')
  expect(body.shift).toEqual({ id, userId, startTime: '1795248000000' })
  expect((await anybody.get('/till-data')).status).toBe(403)
})
