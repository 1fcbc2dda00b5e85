import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { update } from '../../shared/platform/dynamodb/write.ts'
import { saleKey } from '../../shared/selling/sales/payment-hashes.ts'
import { drawn } from '../support/scale.ts'
import {
  cartOf,
  item,
  makeBundle,
  readDay,
  splitCart,
  stopTracking,
  tender,
} from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { checkoutFailed, newPaymentHash, openTill, type Till } from '../support/till.ts'
import {
  conflict,
  type Fault,
  failure,
  hold,
  inProgress,
  lostReply,
  lostRequest,
  throttle,
  throughputExceeded,
} from './fault.ts'
import { type FaultProxy, startFaultProxy, withoutRetries } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let till: Till
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
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

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)

const faults: [string, Fault][] = [
  ['a transaction conflict', conflict],
  ['an attempt still in progress', inProgress],
  ['throttling', throttle],
  ['exceeded throughput', throughputExceeded],
  ['an internal server error', failure],
  ['a lost request', lostRequest],
  ['a lost reply', lostReply],
]

/** The calls that a fault is tried at: the reads with one fault, or in the long run all. */
function callsFor(fault: Fault): readonly number[] {
  // Calls: reserve the key, read hash and sale inputs, write the sale. Reads do not conflict
  if ([conflict, inProgress].includes(fault)) return [1, 4]
  const all = [1, 2, 3, 4]
  return drawn(fault === throttle ? all : [1, 4], all)
}

/** Faults before and after the transaction was executed; all in `npm run test:long`. */
const someFaults = drawn(
  faults.filter(([, fault]) => [conflict, lostReply].includes(fault)),
  faults,
)

describe.each(faults)('%s', (_, fault) => {
  it.each(callsFor(fault))('at call %i leaves exactly one sale', async (nth) => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    proxy.reset()
    proxy.inject({ nth, fault })
    const { status } = await till.checkout(cart, { 'Idempotency-Key': randomUUID() })
    expect(status).toBe(201)
    expect(await salesOf(coffee, 5)).toBe(1)
  })
})

describe.each(someFaults)('%s', (_, fault) => {
  it('six times in a row at the sale leaves exactly one sale', async () => {
    const coffee = await till.createProduct(5)
    proxy.inject({ operation: 'TransactWriteItems', times: 6, fault })
    expect(await till.checkout(till.cart(coffee))).toMatchObject({ status: 201 })
    expect(await salesOf(coffee, 5)).toBe(1)
  })
})

it.each(someFaults)('%s leaves one sale of a bundle in two tenders', async (_, fault) => {
  const [menu, bun] = [await till.createProduct(0), await till.createProduct(5)]
  await makeBundle(menu, { [bun]: 2 })
  const tenders = [tender('Cash', 100, { givenCents: 200 }), tender('Debit Card', 150)]
  const before = await readDay()
  proxy.reset()
  proxy.inject({ operation: 'TransactWriteItems', nth: 1, fault })
  const { status, body } = await till.checkout(
    splitCart(till, [item(menu)], 250, tenders),
  )
  expect(status).toBe(201)
  expect(body).toMatchObject({ changeCents: 100, paymentIds: [body.paymentId, uuid] })
  expect(await till.stockOf(bun)).toBe(3)
  expect(await readDay()).toMatchObject({ tickets: before.tickets + 1 })
})

it('a sale counts as it was read: what it locks is its goods that are counted, and the day', async () => {
  const [tea, menu, bun] = [
    await till.createProduct(0),
    await till.createProduct(0),
    await till.createProduct(5),
  ]
  await stopTracking(tea)
  await makeBundle(menu, { [bun]: 2 })
  const { id: seller } = await till.admin.pos.users.create({
    body: { name: 'Bo', pin: '2468', role: shop.roleId },
  })
  proxy.reset()
  const released = Promise.withResolvers<void>()
  const arrived = Promise.withResolvers<void>()
  proxy.inject({
    operation: 'TransactWriteItems',
    when: () => {
      arrived.resolve()
      return true
    },
    fault: hold(released.promise),
  })
  const items = [item(tea), item(menu)]
  const selling = till.checkout({ ...cartOf(till, items, 500), userId: seller })
  await arrived.promise
  const deleted = [
    await till.admin.del(`/users/${seller}`),
    await till.admin.del(`/products/${tea}`),
  ]
  expect(deleted.map(({ status }) => status)).toEqual([204, 204])
  await makeBundle(menu, { [bun]: 1 })
  released.resolve()
  expect(await selling).toMatchObject({ status: 201 })
  expect(await till.stockOf(bun)).toBe(3)
  const later = await till.checkout({ ...cartOf(till, items, 500), userId: seller })
  expect(later).toMatchObject(checkoutFailed)
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
  beforeAll(async () => {
    proxy = await startFaultProxy(inject('dynamoDbEndpoint'), {
      metersTransactions: true,
    })
  })

  const operations = () => withoutRetries(proxy.calls()).map(({ operation }) => operation)

  it('are one read and one write for cash', async () => {
    const coffee = await till.createProduct(5)
    const cake = await till.createProduct(5)
    const items = [coffee, cake].map((productId) => ({
      productId,
      quantity: 1,
      priceAtOrder: 250,
    }))
    proxy.reset()
    await till.checkout(till.cart('', items.length, { items }))
    expect(operations()).toEqual(['BatchGetItem', 'TransactWriteItems'])
    const [inputs, sale] = proxy.calls()
    // The user, two products, the config, the base currency, the taxes, the modifier groups
    // and the day record, with consistent reads
    expect(inputs?.capacityUnits).toBeLessThanOrEqual(items.length + 6)
    // Two for each product, ticket, payment, the user's condition check and the day record;
    // four each for the order and its index entry: with the SKUs of two lines and the shop's
    // name they are above 1 KB
    expect(sale?.capacityUnits).toBeLessThanOrEqual(2 * (items.length + 4) + 2 * 4)
  })

  it('are one query more for Lightning', async () => {
    const coffee = await till.createProduct(5)
    proxy.reset()
    await till.checkout(till.cart(coffee, 1, { paymentHash: newPaymentHash() }))
    expect(operations().sort()).toEqual(['BatchGetItem', 'Query', 'TransactWriteItems'])
  })

  it('are one read for a repeated checkout-if-paid, two where a release up to 0.2 sold it', async () => {
    const coffee = await till.createProduct(5)
    const paymentHash = newPaymentHash()
    const cart = till.cart(coffee, 1, { paymentHash })
    await till.checkout(cart)
    proxy.reset()
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
    expect(operations()).toEqual(['Query'])
    expect(proxy.calls()[0]?.capacityUnits).toBeLessThanOrEqual(1)

    const remove = ['cartDigest']
    await transact([update(saleKey(paymentHash), { remove })])
    proxy.reset()
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
    expect(operations()).toEqual(['Query', 'GetItem'])
    const another = till.cart(coffee, 2, { paymentHash })
    expect(await till.checkoutIfPaid(another)).toMatchObject({ status: 409 })
  })
})

it('all these faults leave no gap between the numbers of tickets, and none twice', async () => {
  const { body } = await till.admin.get('/tickets')
  const numbers = body.map(({ number }: { number: number }) => number)
  const { lastNumber, tickets } = await readDay()
  expect(new Set(numbers).size).toBe(numbers.length)
  expect([numbers.length, lastNumber]).toEqual([tickets, tickets])
})
