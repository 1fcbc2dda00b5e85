import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProduct } from '../../../shared/catalog/products.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { insert } from '../../../shared/platform/dynamodb/write.ts'
import type { StoreOrderRecord } from '../../../shared/selling/checkout/store-orders.ts'
import type { OrderStatus } from '../../../shared/selling/sales/order.ts'
import { listedAt, orderKey } from '../../../shared/selling/sales/orders.ts'
import type { BundlePart } from '../../../shared/selling/sales/sale-snapshot.ts'
import { bundleFields, part } from '../../support/products.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

/** Creates an order that checkout did not create, such as one imported from another system. */
async function importOrder(
  status: OrderStatus,
  items: [productId: string, units: number][],
  parts?: BundlePart[],
) {
  const id = randomUUID()
  const order: StoreOrderRecord = {
    ...orderKey(id),
    id,
    kind: 'store',
    userId: shop.ownerId,
    userName: 'Ana',
    tableId: null,
    status,
    settled: false,
    totalCents: 500,
    createdAt: '2020-05-01T10:00:00Z',
    listedAt: listedAt(Date.parse('2020-05-01T10:00:00Z'), id),
    payments: [],
    items: items.map(([productId, quantity]) => ({
      productId,
      productName: 'Coffee',
      quantity,
      priceAtOrder: 250,
      ...(parts && { parts }),
    })),
  }
  await transact([insert(order)])
  return id
}

describe('GET /store/orders', () => {
  it('returns [] while there are none', async () => {
    expect(await till.cashier.get('/store/orders')).toMatchObject({
      status: 200,
      body: [],
    })
  })

  it('lists orders newest first and filters by exact status', async () => {
    const coffee = await till.createProduct(5)
    const old = await importOrder('open', [])
    const first = (await till.checkout(till.cart(coffee))).body.orderId
    const second = (await till.checkout(till.cart(coffee))).body.orderId
    const listed = async (query: string) =>
      (await till.cashier.get(`/store/orders${query}`)).body.map(
        ({ id }: { id: string }) => id,
      )
    expect(await listed('')).toEqual([second, first, old])
    expect(await listed('?status=')).toEqual([second, first, old])
    expect(await listed('?status=closed')).toEqual([second, first])
    expect(await listed('?status=open')).toEqual([old])
    expect(await listed('?status=paid')).toEqual([])
    expect(await listed('?status=CLOSED')).toEqual([])
  })

  it('returns exactly the documented fields', async () => {
    const [order] = await till.listOrders()
    expect(Object.keys(order).sort()).toEqual(
      ['createdAt', 'id', 'items', 'status', 'total', 'userId', 'userName']
        .concat('discountAmount', 'number', 'refund', 'refunds', 'taxes', 'tipAmount')
        .concat('roundingCents', 'soldAt', 'takenBy')
        .sort(),
    )
    expect(Object.keys(order.items[0]).sort()).toEqual([
      'discountCents',
      'paidCents',
      'priceAtOrder',
      'productId',
      'productName',
      'quantity',
    ])
  })
})

describe('GET /store/orders/{id}', () => {
  it.each([randomUUID(), 'no-uuid', 'x'.repeat(3_000)])(
    'returns 404 for the unknown id %s',
    async (id) => {
      expect(await till.getOrder(id)).toMatchObject({
        status: 404,
        body: { message: 'Order not found' },
      })
    },
  )

  it.each(['', '%20'])('returns 400 for the blank id %j', async (id) => {
    expect(await till.getOrder(id)).toMatchObject({
      status: 400,
      body: { message: 'Missing order ID' },
    })
  })
})

describe('DELETE /store/orders/{id}', () => {
  const cancel = (id: string) => till.cashier.del(`/store/orders/${id}`)
  const notOpen = { status: 404, body: { message: 'Order not found or already closed' } }

  it('closes an open order and returns its stock', async () => {
    const [coffee, cake] = [await till.createProduct(1), await till.createProduct(1)]
    const id = await importOrder('open', [
      [coffee, 2],
      [cake, 1],
      [coffee, 3],
    ])
    expect(await cancel(id)).toMatchObject({
      status: 200,
      body: { message: 'Order cancelled successfully' },
    })
    expect((await till.getOrder(id)).body.status).toBe('closed')
    expect([await till.stockOf(coffee), await till.stockOf(cake)]).toEqual([6, 2])
  })

  it('cancels once when 10 requests come at the same time', async () => {
    const coffee = await till.createProduct(0)
    const id = await importOrder('open', [[coffee, 4]])
    const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(id)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 404)).toHaveLength(9)
    expect(await till.stockOf(coffee)).toBe(4)
  })

  it('cancels an order of a deleted product', async () => {
    const [coffee, cake] = [await till.createProduct(0), await till.createProduct(0)]
    const id = await importOrder('open', [
      [coffee, 1],
      [cake, 1],
    ])
    await till.admin.del(`/products/${cake}`)
    expect(await cancel(id)).toMatchObject({ status: 200 })
    expect(await till.stockOf(coffee)).toBe(1)
  })

  it('returns nothing to a product that became a bundle since then', async () => {
    const [coffee, cake] = [await till.createProduct(0), await till.createProduct(1)]
    const id = await importOrder('open', [
      [coffee, 3],
      [cake, 1],
    ])
    await till.admin.put(`/products/${coffee}`, bundleFields(part(cake)))
    expect(await cancel(id)).toMatchObject({ status: 200 })
    expect(await till.stockOf(cake)).toBe(2)
    expect(await findProduct(coffee)).toMatchObject({ quantity: 0 })
  })

  it("returns a bundle's units to the components that it took", async () => {
    const [box, cup] = [await till.createProduct(0), await till.createProduct(1)]
    await till.admin.put(`/products/${box}`, bundleFields(part(cup)))
    const id = await importOrder('open', [[box, 3]], [{ productId: cup, quantity: 2 }])
    expect(await cancel(id)).toMatchObject({ status: 200 })
    expect(await till.stockOf(cup)).toBe(7)
  })

  it('returns nothing that would leave a stock beyond exact numbers', async () => {
    const coffee = await till.createProduct(Number.MAX_SAFE_INTEGER)
    const id = await importOrder('open', [[coffee, 1]])
    expect(await cancel(id)).toMatchObject({ status: 200 })
    expect(await till.stockOf(coffee)).toBe(Number.MAX_SAFE_INTEGER)
  })

  it('returns 404 for a sale and keeps its stock', async () => {
    const coffee = await till.createProduct(5)
    const { orderId } = (await till.checkout(till.cart(coffee))).body
    expect(await cancel(orderId)).toMatchObject(notOpen)
    expect(await till.stockOf(coffee)).toBe(4)
  })

  it('returns 404 for an unknown order and 400 for a blank id', async () => {
    expect(await cancel(randomUUID())).toMatchObject(notOpen)
    expect(await cancel('')).toMatchObject({
      status: 400,
      body: { message: 'Missing order ID' },
    })
  })
})
