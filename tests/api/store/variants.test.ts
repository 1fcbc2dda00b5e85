import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { updateStock } from '../../../shared/catalog/products.ts'
import { refundsOf, refusedRefund } from '../../support/refunds.ts'
import {
  cartOf,
  changeStored,
  item,
  makeBundle,
  makeSizes,
  refused,
  removeSize,
  stopTracking,
  unitsOf,
} from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'
import { createVariant } from '../../support/variants.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())

/** A shirt with two sizes, of which the larger costs more. */
async function createShirt({ name = 'Shirt', units = 5 } = {}) {
  const shirt = await till.createProduct(0, name)
  const [small = '', large = ''] = await makeSizes(shirt, [
    { size: 'S', units },
    { size: 'L', units, priceCents: 300, SKU: `${shirt} L` },
  ])
  return { shirt, small, large }
}

const large = { priceAtOrder: 300 }

describe('a variant', () => {
  it('is sold by its id, from its own stock and under its own name', async () => {
    const { shirt, small, large: largeId } = await createShirt()
    const items = [
      item(shirt, { variantId: small }),
      item(shirt, { variantId: largeId, quantity: 2, ...large }),
      item(shirt, { variantId: small }),
    ]
    const { status, body } = await till.checkout(cartOf(till, items, 1100))
    expect(status).toBe(201)
    expect(await unitsOf(shirt)).toEqual([3, 3])
    const order = (await till.getOrder(body.orderId)).body
    expect(order.items).toMatchObject([
      { productId: shirt, variantId: small, productName: 'Shirt (S)', quantity: 2 },
      { productId: shirt, variantId: largeId, productName: 'Shirt (L)', quantity: 2 },
    ])
  })

  it('appears in lists, reports and exports', async () => {
    const { shirt, small } = await createShirt({ name: 'Listed' })
    const cart = cartOf(till, [item(shirt, { variantId: small })], 250)
    const { orderId } = (await till.checkout(cart)).body
    const { body: report } = await till.admin.get('/reports?productName=listed')
    expect(report.sales).toMatchObject([{ variantId: small, productName: 'Listed (S)' }])
    const { body: rows } = await till.admin.get('/orders/with-payments')
    const row = rows.find(({ id }: { id: string }) => id === orderId)
    expect(row.items).toMatchObject([{ variantId: small, productName: 'Listed (S)' }])
  })

  it('need not be named where it is the only active one', async () => {
    const shirt = await till.createProduct(0)
    const [small] = await makeSizes(shirt, [
      { size: 'S', units: 2 },
      { size: 'M', units: 2, isActive: false },
    ])
    const { body } = await till.checkout(cartOf(till, [item(shirt)], 250))
    const [line] = (await till.getOrder(body.orderId)).body.items
    expect(line.variantId).toBe(small)
    expect(await unitsOf(shirt)).toEqual([1, 2])
  })

  it('of a plain product is the product', async () => {
    const coffee = await till.createProduct(5)
    const items = [item(coffee, { variantId: coffee }), item(coffee)]
    const { body } = await till.checkout(cartOf(till, items, 500))
    const sold = (await till.getOrder(body.orderId)).body.items
    expect(sold).toMatchObject([{ productId: coffee, quantity: 2 }])
    expect(sold[0]).not.toHaveProperty('variantId')
    expect(await till.stockOf(coffee)).toBe(3)
  })

  it('has to be named where there are several', async () => {
    const { shirt } = await createShirt()
    const { status, body } = await till.checkout(cartOf(till, [item(shirt)], 250))
    expect({ status, body }).toMatchObject(
      refused('checkout_variant_required', { field: 'items[0].variantId' }),
    )
  })

  it.each(['unknown', 'inactive', 'of another product'])(
    'that is %s is not found',
    async (kind) => {
      const coffee = await till.createProduct(5)
      const shirt = await till.createProduct(0)
      const [, inactive] = await makeSizes(shirt, [
        { size: 'S', units: 2 },
        { size: 'M', units: 2, isActive: false },
      ])
      const other = await createShirt()
      const ids = { unknown: 'x', inactive, 'of another product': other.small }
      const variantId = ids[kind as keyof typeof ids]
      const items = [item(coffee), item(shirt, { variantId })]
      const { status, body } = await till.checkout(cartOf(till, items, 500))
      expect({ status, body }).toMatchObject(
        refused('checkout_product_not_found', { field: 'items[1].variantId' }),
      )
      expect(await till.stockOf(coffee)).toBe(5)
    },
  )

  it('with too few units is refused by itself', async () => {
    const { shirt, small, large: largeId } = await createShirt({ units: 1 })
    const items = [
      item(shirt, { variantId: small }),
      item(shirt, { variantId: largeId, quantity: 2, ...large }),
    ]
    const { status, body } = await till.checkout(cartOf(till, items, 850))
    expect({ status, body }).toMatchObject(
      refused('checkout_insufficient_stock', { field: 'items[1].quantity' }),
    )
    expect(await unitsOf(shirt)).toEqual([1, 1])
  })

  it('is sold with 89 others of its product, in one write of one record', async () => {
    const shirt = await till.createProduct(0)
    const sizes = Array.from({ length: 90 }, (_, at) => ({ size: `${at}`, units: 2 }))
    const ids = await makeSizes(shirt, sizes)
    const items = ids.map((variantId) => item(shirt, { variantId }))
    const orderId = await refunds.sell(cartOf(till, items, 90 * 250))
    expect(await unitsOf(shirt)).toEqual(ids.map(() => 1))
    expect((await refunds.refund(orderId)).status).toBe(200)
    expect(await unitsOf(shirt)).toEqual(ids.map(() => 2))
  })

  it('in a bundle loses the units of the bundle', async () => {
    const { shirt, large: largeId } = await createShirt()
    const set = await till.createProduct(0)
    await makeBundle(set, { [shirt]: 2 }, { variantId: largeId, unitsIn: 'units2' })
    const orderId = await refunds.sell(cartOf(till, [item(set)], 250))
    expect(await unitsOf(shirt)).toEqual([5, 3])
    await refunds.refund(orderId)
    expect(await unitsOf(shirt)).toEqual([5, 5])
  })

  it('in a bundle is found where its units are now', async () => {
    const { shirt, large: largeId } = await createShirt()
    const set = await till.createProduct(0)
    await makeBundle(set, { [shirt]: 2 }, { variantId: largeId, unitsIn: 'units9' })
    expect((await till.checkout(cartOf(till, [item(set)], 250))).status).toBe(201)
    expect(await unitsOf(shirt)).toEqual([5, 3])
    await removeSize(shirt, largeId)
    expect(await till.checkout(cartOf(till, [item(set)], 250))).toMatchObject(
      refused('checkout_product_not_found'),
    )
  })

  it('has its own price, which a sale is compared with', async () => {
    const { body: config } = await till.admin.get('/config')
    await till.admin.put('/config', { ...config, verifyAmounts: true })
    const { shirt, large: largeId } = await createShirt()
    const items = [item(shirt, { variantId: largeId })]
    const cheap = cartOf(till, items, 250)
    expect((await till.checkout(cheap)).status).toBe(403)
    const orderId = await refunds.sell(cheap)
    const { body: entries } = await till.admin.get('/audit')
    const entry = entries.find(
      ({ subjectId }: { subjectId: string }) => subjectId === orderId,
    )
    expect(entry.after.otherPrices).toEqual([
      { productName: 'Shirt (L)', priceCents: 250, cataloguePriceCents: 300 },
    ])
    await till.admin.put('/config', { ...config, verifyAmounts: false })
  })
})

it('the write of 90 variants keeps DynamoDB’s limit of 4 KB for each expression', () => {
  const changes = Array.from({ length: 90 }, (_, at) => ({
    unitsIn: `units${at + 910}`,
    quantity: -1,
  }))
  const { Update } = updateStock('x', changes, () => new Error()).action
  expect(Update?.ConditionExpression?.length).toBeLessThan(4_096)
  expect(Update?.UpdateExpression?.length).toBeLessThan(4_096)
})

describe('a payment hash', () => {
  it('answers the same variants again, and no others', async () => {
    const { shirt, small, large: largeId } = await createShirt()
    const paymentHash = newPaymentHash()
    const sell = (variantId: string) =>
      till.checkout(cartOf(till, [item(shirt, { variantId })], 250, { paymentHash }))
    const first = await sell(small)
    expect(await sell(small)).toMatchObject({ status: 201, body: first.body })
    expect(await sell(largeId)).toMatchObject({
      status: 409,
      body: { code: 'payment_already_sold' },
    })
    expect(await unitsOf(shirt)).toEqual([4, 5])
  })
})

describe('a refund', () => {
  it('returns units to the only variant when it is not the default one', async () => {
    const mug = await till.createProduct(5)
    const other = await createVariant(till.admin, mug, { quantity: 5 })
    const path = `/products/${mug}/variants/${mug}`
    expect((await till.admin.del(path)).status).toBe(204)
    const orderId = await refunds.sell(cartOf(till, [item(mug, { quantity: 2 })], 500))
    expect(await unitsOf(mug)).toEqual([3])
    const units = [{ productId: mug, variantId: other, quantity: 1 }]
    expect((await refunds.refund(orderId, { items: units })).status).toBe(200)
    expect(await unitsOf(mug)).toEqual([4])
    expect((await refunds.refund(orderId)).status).toBe(200)
    expect(await unitsOf(mug)).toEqual([5])
  })

  it('takes units by product and variant, and returns them to its stock', async () => {
    const { shirt, small, large: largeId } = await createShirt()
    const items = [
      item(shirt, { variantId: small, quantity: 2 }),
      item(shirt, { variantId: largeId }),
    ]
    const orderId = await refunds.sell(cartOf(till, items, 750))
    const ofProduct = { productId: shirt, quantity: 1 }
    const open = await refunds.refund(orderId, { items: [ofProduct] })
    expect(open.status).toBe(400)
    const ofLarge = { ...ofProduct, variantId: largeId }
    const { status, body } = await refunds.refund(orderId, { items: [ofLarge] })
    expect({ status, items: body.items }).toEqual({
      status: 200,
      items: [{ ...ofLarge, line: 1, priceAtOrder: 250, amountCents: 250 }],
    })
    expect(await unitsOf(shirt)).toEqual([3, 5])
    expect(await refunds.refund(orderId, { items: [ofLarge] })).toMatchObject(
      refusedRefund('refund_exceeds_paid'),
    )
    const unknown = { ...ofProduct, variantId: 'x' }
    expect((await refunds.refund(orderId, { items: [unknown] })).status).toBe(400)
  })

  it('returns nothing to a variant that is gone, and the rest to the others', async () => {
    const { shirt, small, large: largeId } = await createShirt()
    const items = [
      item(shirt, { variantId: small }),
      item(shirt, { variantId: largeId, ...large }),
    ]
    const orderId = await refunds.sell(cartOf(till, items, 550))
    await removeSize(shirt, largeId)
    expect((await refunds.refund(orderId)).status).toBe(200)
    expect(await unitsOf(shirt)).toEqual([5])
  })
})

describe('a product whose units are not counted', () => {
  it('is sold beyond its stock, alone and in a bundle, and gets nothing back', async () => {
    const [tea, set] = [await till.createProduct(1), await till.createProduct(0)]
    await stopTracking(tea)
    await makeBundle(set, { [tea]: 3 })
    const items = [item(tea, { quantity: 9 }), item(set)]
    const orderId = await refunds.sell(cartOf(till, items, 2500))
    // Also where the bundle does not say that it is not counted, and nothing else read it
    await refunds.sell(cartOf(till, [item(set)], 250))
    expect(await unitsOf(tea)).toEqual([1])
    expect((await refunds.refund(orderId)).status).toBe(200)
    expect(await unitsOf(tea)).toEqual([1])
  })

  it('gets nothing back of what was counted when it was sold', async () => {
    const tea = await till.createProduct(5)
    const orderId = await refunds.sell(cartOf(till, [item(tea)], 250))
    await stopTracking(tea)
    expect((await refunds.refund(orderId)).status).toBe(200)
    expect(await unitsOf(tea)).toEqual([4])
  })

  it('is counted again, for bundles that do not know it yet', async () => {
    const [tea, set] = [await till.createProduct(5), await till.createProduct(0)]
    await makeBundle(set, { [tea]: 3 }, { trackStock: false })
    expect((await till.checkout(cartOf(till, [item(set)], 250))).status).toBe(201)
    expect(await unitsOf(tea)).toEqual([2])
    expect(await till.checkout(cartOf(till, [item(set)], 250))).toMatchObject(
      refused('checkout_insufficient_stock', { field: 'items[0].quantity' }),
    )
  })

  it('is one to several bundles, whatever each of them says', async () => {
    const tea = await till.createProduct(5)
    const [one, other] = [await till.createProduct(0), await till.createProduct(0)]
    await makeBundle(one, { [tea]: 1 }, { trackStock: false })
    await makeBundle(other, { [tea]: 1 })
    const cart = cartOf(till, [item(one), item(other)], 500)
    expect((await till.checkout(cart)).status).toBe(201)
    expect(await unitsOf(tea)).toEqual([3])
  })
})

it('a product that is not available now is refused', async () => {
  const tea = await till.createProduct(5)
  await changeStored(tea, { isAvailable: false })
  const { status, body } = await till.checkout(cartOf(till, [item(tea)], 250))
  expect({ status, body }).toMatchObject(
    refused('checkout_product_not_available', { field: 'items[0].productId' }),
  )
})
