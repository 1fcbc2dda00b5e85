import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { openShop, type Shop } from '../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../support/till.ts'
import {
  conflict,
  type Fault,
  failure,
  inProgress,
  lostReply,
  lostRequest,
  throttle,
  throughputExceeded,
} from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let till: Till
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'), { metersTransactions: true })
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  till = await openTill(shop)
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  await proxy.close()
})

/** Sales of a product, and that its stock tells the same. */
async function salesOf(productId: string, stockBefore: number): Promise<number> {
  const orders: { items: { productId: string }[] }[] = await till.listOrders()
  const sales = orders.filter(({ items }) => items[0]?.productId === productId).length
  expect(await till.stockOf(productId)).toBe(stockBefore - sales)
  return sales
}

const faults: [string, Fault][] = [
  ['a conflict', conflict],
  ['an attempt that still runs', inProgress],
  ['a throttle', throttle],
  ['exceeded throughput', throughputExceeded],
  ['a failure of the table', failure],
  ['a lost request', lostRequest],
  ['a lost reply', lostReply],
]

describe.each(faults)('%s', (_, fault) => {
  // The calls are the key's reservation, hash and facts, and the sale; reads do not conflict
  it.each([conflict, inProgress].includes(fault) ? [1, 4] : [1, 2, 3, 4])(
    'at call %i leaves exactly one sale',
    async (nth) => {
      const coffee = await till.createProduct(5)
      const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
      proxy.reset()
      proxy.inject({ nth, fault })
      const { status } = await till.checkout(cart, { 'Idempotency-Key': randomUUID() })
      expect(status).toBe(201)
      expect(await salesOf(coffee, 5)).toBe(1)
    },
  )

  it('again and again at the sale leaves exactly one', async () => {
    const coffee = await till.createProduct(5)
    proxy.inject({ operation: 'TransactWriteItems', times: 6, fault })
    expect(await till.checkout(till.cart(coffee))).toMatchObject({ status: 201 })
    expect(await salesOf(coffee, 5)).toBe(1)
  })
})

describe('when every reply of the sale is lost', () => {
  /** Every attempt is acted on and none is answered, for as long as it is tried. */
  const unheard = () =>
    proxy.inject({
      operation: 'TransactWriteItems',
      when: ({ TransactItems }) =>
        Array.isArray(TransactItems) && TransactItems.length > 1,
      times: Number.POSITIVE_INFINITY,
      fault: lostReply,
    })

  it('it is found by its payment hash', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    unheard()
    const first = await till.checkout(cart)
    expect(first).toMatchObject({ status: 201 })
    expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
    expect(await salesOf(coffee, 5)).toBe(1)
  })

  it('it is found by its Idempotency-Key', async () => {
    const coffee = await till.createProduct(5)
    const key = { 'Idempotency-Key': randomUUID() }
    unheard()
    expect(await till.checkout(till.cart(coffee), key)).toMatchObject({
      status: 500,
      body: { message: 'Error connecting to the database' },
    })
    expect(await till.checkout(till.cart(coffee), key)).toMatchObject({ status: 201 })
    expect(await salesOf(coffee, 5)).toBe(1)
  })
})

describe('what a checkout asks of the table', () => {
  const operations = () => proxy.calls().map(({ operation }) => operation)

  it('is one read and one write, for cash', async () => {
    const coffee = await till.createProduct(5)
    const cake = await till.createProduct(5)
    const items = [coffee, cake].map((productId) => ({
      productId,
      quantity: 1,
      priceAtOrder: 1,
    }))
    proxy.reset()
    await till.checkout(till.cart('', 1, { items }))
    expect(operations()).toEqual(['BatchGetItem', 'TransactWriteItems'])
    const [facts, sale] = proxy.calls()
    // User and two products, read consistently
    expect(facts?.capacityUnits).toBe(3)
    // Two each for the products, order, ticket, payment and the user's check; one entry
    // in the index
    expect(sale?.capacityUnits).toBeLessThanOrEqual(2 * (items.length + 4) + 2)
  })

  it('is the hash beside it, by Lightning', async () => {
    const coffee = await till.createProduct(5)
    proxy.reset()
    await till.checkout(till.cart(coffee, 1, { paymentHash: newPaymentHash() }))
    expect(operations().sort()).toEqual(['BatchGetItem', 'Query', 'TransactWriteItems'])
  })

  it('is one query for a repetition of checkout-if-paid', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    await till.checkout(cart)
    proxy.reset()
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
    expect(operations()).toEqual(['Query'])
    expect(proxy.calls()[0]?.capacityUnits).toBeLessThanOrEqual(1)
  })
})
