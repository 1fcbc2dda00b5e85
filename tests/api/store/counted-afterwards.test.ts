import { marshall } from '@aws-sdk/util-dynamodb'
import type { DynamoDBStreamEvent } from 'aws-lambda'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { handler as runSchedule } from '../../../functions/refunds/handler.ts'
import { handler as serveStream } from '../../../functions/stream/handler.ts'
import type { Item } from '../../../shared/platform/dynamodb/keys.ts'
import { readAll } from '../../../shared/platform/dynamodb/read.ts'
import { keyPrefix } from '../../../shared/platform/dynamodb/shop-keys.ts'
import { cashiersOf } from '../../support/cashiers.ts'
import { later } from '../../support/clock.ts'
import { createGroup, replaceOptions } from '../../support/modifiers.ts'
import { bundleFields, createProduct, part } from '../../support/products.ts'
import { cartOf, item, makeBundle, makeSizes, unitsOf } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
})
afterAll(() => shop.close())

const counted = (fields: object = {}) =>
  createProduct(till.admin, { stockPolicy: 'afterwards', quantity: 1, ...fields })

const change = async (id: string, fields: object, by = till.admin) => {
  const { body } = await till.admin.get(`/products/${id}`)
  return by.put(`/products/${id}`, { ...body, ...fields })
}

const sell = async (...items: object[]) => {
  const sale = cartOf(till, items, items.length * 250)
  const answer = await till.checkout(sale)
  expect(answer).toMatchObject({ status: 201 })
  return String(answer.body.orderId)
}

const owed = () => readAll<Item>({ pk: 'UNITS-OWED' })

/** Delivers records as the table's stream does. */
async function tell(records: readonly Item[]) {
  const Records = records.map((record, at) => {
    const image = marshall({ ...record, pk: `${keyPrefix()}${record.pk}` })
    const Keys = { pk: image.pk, sk: image.sk }
    const sequence = String(at)
    const dynamodb = {
      Keys,
      NewImage: image,
      SequenceNumber: sequence,
      ApproximateCreationDateTime: Math.floor(Date.now() / 1_000),
    }
    return { eventID: sequence, eventName: 'INSERT', dynamodb }
  })
  const answer = await serveStream({ Records } as DynamoDBStreamEvent)
  expect(answer).toEqual({ batchItemFailures: [] })
}

it('sales of more than there is are made, and the stream takes their units once', async () => {
  const tea = await counted()
  const before = await owed()
  for (const _ of [1, 2, 3]) await sell(item(tea))
  const records = (await owed()).slice(before.length)
  expect(records).toHaveLength(3)
  expect(await till.stockOf(tea)).toBe(1)

  const [first, ...others] = records.toReversed()
  await tell([...others, ...others])
  expect(await till.stockOf(tea)).toBe(-1)
  await Promise.all([tell(records), tell(records.toReversed()), tell(records)])
  await tell(first ? [first] : [])
  expect(await till.stockOf(tea)).toBe(-2)
  expect(await owed()).toEqual(before)

  const adjust = (quantity: number) =>
    till.admin.post('/products/stock', [{ productId: tea, quantity }])
  expect([await adjust(1), await adjust(-4)]).toMatchObject([
    { status: 200 },
    { status: 200 },
  ])
  expect(await till.stockOf(tea)).toBe(-5)
})

it('a schedule takes what the stream has not told of', async () => {
  const tea = await counted()
  await sell(item(tea, { quantity: 1 }))
  await runSchedule()
  expect(await till.stockOf(tea)).toBe(1)
  await later(6, () => runSchedule())
  expect(await till.stockOf(tea)).toBe(0)
  expect(await owed()).toEqual([])
})

it('a bundle that wrongly calls a component counted afterwards sells what there is of it', async () => {
  const [tea, set] = [await till.createProduct(2), await till.createProduct(0)]
  await makeBundle(set, { [tea]: 1 }, { stockPolicy: 'afterwards' })
  const cart = (quantity: number) =>
    cartOf(till, [item(set, { quantity })], quantity * 250)
  const before = await owed()
  expect(await till.checkout(cart(5))).toMatchObject({ status: 400 })
  expect(await till.stockOf(tea)).toBe(2)
  expect(await till.checkout(cart(2))).toMatchObject({ status: 201 })
  expect(await till.stockOf(tea)).toBe(0)
  expect(await owed()).toEqual(before)
})

it('bundles, modifiers and variants take units each in their own way', async () => {
  const [tea, milk] = [await counted(), await createProduct(till.admin)]
  const set = await createProduct(till.admin, bundleFields(part(tea, 2), part(milk, 1)))
  const group = await createGroup(till.admin, { name: 'Beside' })
  const { Extra } = await replaceOptions(till.admin, group, {
    name: 'Extra',
    productId: tea,
  })
  const cup = await createProduct(till.admin, { modifierGroupIds: [group] })
  const shirt = await counted()
  const [small, large] = await makeSizes(shirt, [
    { size: 'S', units: 3 },
    { size: 'L', units: 0 },
  ])
  expect((await till.admin.get(`/products/${set}`)).body).toMatchObject({
    quantity: 10,
    stockPolicy: 'exact',
  })
  const chosen = [{ groupId: group, optionId: Extra, quantity: 1 }]
  await sell(item(set), item(cup, { modifiers: chosen }))
  await sell(item(shirt, { variantId: small }), item(shirt, { variantId: large }))
  expect(await till.stockOf(milk)).toBe(9)
  expect(await till.stockOf(cup)).toBe(9)
  expect(await till.stockOf(tea)).toBe(1)
  await tell(await owed())
  expect(await till.stockOf(tea)).toBe(1 - 2 - 1)
  expect(await unitsOf(shirt)).toEqual([2, -1])

  // Products that they name are counted in the sale again
  expect(await change(tea, { stockPolicy: 'exact', quantity: 1 })).toMatchObject({
    status: 200,
  })
  const refused = await till.checkout(cartOf(till, [item(set)], 250))
  expect(refused).toMatchObject({
    status: 400,
    body: { code: 'checkout_insufficient_stock' },
  })
})

it('a refund returns units as the sale took them, whatever the product is by then', async () => {
  const [tea, milk] = [await counted(), await createProduct(till.admin)]
  const sold = await sell(item(tea), item(milk))
  await tell(await owed())
  await change(tea, { stockPolicy: 'exact', quantity: 0 })
  await change(milk, { stockPolicy: 'afterwards', quantity: 9 })
  const refund = await till.admin.post(`/store/orders/${sold}/refund`, {})
  expect(refund).toMatchObject({ status: 200 })
  expect([await till.stockOf(tea), await till.stockOf(milk)]).toEqual([0, 10])
  const records = await owed()
  await tell([...records, ...records])
  expect([await till.stockOf(tea), await till.stockOf(milk)]).toEqual([1, 10])
})

it('units of what is gone or no longer counted go nowhere', async () => {
  const [gone, uncounted, kept] = [await counted(), await counted(), await counted()]
  const shirt = await counted()
  const sizes = await makeSizes(shirt, [
    { size: 'S', units: 5 },
    { size: 'L', units: 5 },
  ])
  await sell(item(gone), item(uncounted), item(kept))
  await sell(item(shirt, { variantId: sizes[1] }))
  expect(await till.admin.del(`/products/${gone}`)).toMatchObject({ status: 204 })
  expect(await till.admin.del(`/products/${shirt}/variants/${sizes[1]}`)).toMatchObject({
    status: 204,
  })
  await change(uncounted, { trackStock: false })
  await tell(await owed())
  expect(await owed()).toEqual([])
  expect(await till.stockOf(kept)).toBe(0)
  expect(await till.stockOf(uncounted)).toBe(1)
  expect(await unitsOf(shirt)).toEqual([5])
})

it('administrators alone choose how sales take units, with an entry of the trail', async () => {
  const cashiers = await cashiersOf(shop, 'products_create', 'products_update')
  const { client: keeper } = await cashiers.login()
  const refused = { status: 403, body: { message: 'Admin privileges required' } }
  const [tea, milk] = [await counted(), await createProduct(till.admin)]
  expect(await change(milk, { stockPolicy: 'afterwards' }, keeper)).toMatchObject(refused)
  expect(await change(tea, { stockPolicy: 'exact' }, keeper)).toMatchObject(refused)
  const fields = { name: 'Water', priceCents: 100, quantity: 3 }
  const create = (stockPolicy: string) =>
    keeper.post('/products', { ...fields, stockPolicy })
  expect(await create('afterwards')).toMatchObject(refused)
  expect(await create('exact')).toMatchObject({ status: 201 })
  expect(await create('sometimes')).toMatchObject({ status: 400 })
  // With the stored value, with all other fields of a form, and left out
  expect(await change(tea, { name: 'Tea', quantity: 4 }, keeper)).toMatchObject({
    status: 200,
  })
  expect(await change(tea, { stockPolicy: undefined }, keeper)).toMatchObject({
    status: 200,
  })
  // Through a bundle and back it is the same
  await change(tea, { isBundle: true, bundleComponents: [part(milk)] }, keeper)
  await change(tea, { isBundle: false, stockPolicy: undefined, quantity: 4 }, keeper)
  const now = async (id: string) => (await till.admin.get(`/products/${id}`)).body
  expect(await now(tea)).toMatchObject({ name: 'Tea', stockPolicy: 'afterwards' })
  expect(await now(milk)).toMatchObject({ stockPolicy: 'exact' })

  expect(await change(tea, { stockPolicy: 'exact' })).toMatchObject({ status: 200 })
  const { body: entries } = await till.admin.get('/audit?kind=stock')
  expect(entries).toContainEqual(
    expect.objectContaining({
      before: { stockPolicy: 'afterwards' },
      after: { stockPolicy: 'exact', quantity: 4 },
      subjectId: tea,
    }),
  )
})
