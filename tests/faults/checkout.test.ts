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
  proxy.close()
})

/** Counts the sales of a product, and expects that its stock was decremented by as many. */
async function salesOf(productId: string, stockBefore: number): Promise<number> {
  const orders: { items: { productId: string }[] }[] = await till.listOrders()
  const sales = orders.filter(({ items }) => items[0]?.productId === productId).length
  expect(await till.stockOf(productId)).toBe(stockBefore - sales)
  return sales
}

const faults: [string, Fault][] = [
  ['a transaction conflict', conflict],
  ['an attempt still in progress', inProgress],
  ['throttling', throttle],
  ['exceeded throughput', throughputExceeded],
  ['an internal server error', failure],
  ['a lost request', lostRequest],
  ['a lost reply', lostReply],
]

describe.each(faults)('%s', (_, fault) => {
  // Calls: reserve the key, read hash and sale inputs, write the sale. Reads do not conflict
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

  it('six times in a row at the sale leaves exactly one sale', async () => {
    const coffee = await till.createProduct(5)
    proxy.inject({ operation: 'TransactWriteItems', times: 6, fault })
    expect(await till.checkout(till.cart(coffee))).toMatchObject({ status: 201 })
    expect(await salesOf(coffee, 5)).toBe(1)
  })
})

describe('a checkout whose replies are all lost', () => {
  /** Every attempt is executed, and no reply arrives. */
  const loseAllReplies = () =>
    proxy.inject({
      operation: 'TransactWriteItems',
      when: ({ TransactItems }) =>
        Array.isArray(TransactItems) && TransactItems.length > 1,
      times: Number.POSITIVE_INFINITY,
      fault: lostReply,
    })

  it('returns the sale by its payment hash', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    loseAllReplies()
    const first = await till.checkout(cart)
    expect(first).toMatchObject({ status: 201 })
    expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
    expect(await salesOf(coffee, 5)).toBe(1)
  })

  it('returns the sale to a retry with the same Idempotency-Key', async () => {
    const coffee = await till.createProduct(5)
    const key = { 'Idempotency-Key': randomUUID() }
    loseAllReplies()
    expect(await till.checkout(till.cart(coffee), key)).toMatchObject({
      status: 500,
      body: { message: 'Error connecting to the database' },
    })
    expect(await till.checkout(till.cart(coffee), key)).toMatchObject({ status: 201 })
    expect(await salesOf(coffee, 5)).toBe(1)
  })
})

describe('the DynamoDB calls of a checkout', () => {
  const operations = () => proxy.calls().map(({ operation }) => operation)

  it('are one read and one write for cash', async () => {
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
    const [inputs, sale] = proxy.calls()
    // The user and two products, with consistent reads
    expect(inputs?.capacityUnits).toBe(3)
    // Two for each product, order, ticket, payment and the user's condition check; two for
    // the index entry
    expect(sale?.capacityUnits).toBeLessThanOrEqual(2 * (items.length + 4) + 2)
  })

  it('are one query more for Lightning', async () => {
    const coffee = await till.createProduct(5)
    proxy.reset()
    await till.checkout(till.cart(coffee, 1, { paymentHash: newPaymentHash() }))
    expect(operations().sort()).toEqual(['BatchGetItem', 'Query', 'TransactWriteItems'])
  })

  it('are one query for a repeated checkout-if-paid', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    await till.checkout(cart)
    proxy.reset()
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
    expect(operations()).toEqual(['Query'])
    expect(proxy.calls()[0]?.capacityUnits).toBeLessThanOrEqual(1)
  })
})
