import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { allRecords } from '../generated/records.ts'
import { type LargeOrders, openLargeOrders } from '../support/large-orders.ts'
import { drawn } from '../support/scale.ts'
import { tender } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import {
  conflict,
  type Fault,
  failure,
  lostReply,
  lostRequest,
  outage,
  throttle,
} from './fault.ts'
import { type FaultProxy, startFaultProxy, withoutRetries } from './proxy.ts'

const tables = 40

let proxy: FaultProxy
let shop: Shop
let largeOrders: LargeOrders
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  largeOrders = await openLargeOrders(shop)
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  proxy.close()
})

/** A dish that no other test deletes. */
const nextDish = () => largeOrders.dishes.pop() ?? ''

/** The number of pending counts that the table stores. */
const pendingCounts = async () =>
  [...(await allRecords(process.env.TABLE_NAME ?? '')).keys()].filter((key) =>
    key.startsWith('PENDING-DISH-COUNTS '),
  ).length

/** Fails all transactions from the n-th on, as if the function had crashed there. */
const crashAt = (nth: number) =>
  proxy.inject({ operation: 'TransactWriteItems', nth, times: 1_000, fault: outage })

describe('a function that crashes', () => {
  it('before lines are counted out leaves their dishes deletable', async () => {
    const { orderId, spaceId } = await largeOrders.createLargeOrder(tables)
    crashAt(2)
    expect((await largeOrders.admin.del(`/orders/${orderId}`)).status).toBe(204)
    proxy.reset()
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(0)
    expect(await pendingCounts()).toBe(1)
    expect(await largeOrders.deleteDish(nextDish())).toBe(204)
    expect(await pendingCounts()).toBe(0)
  })

  it('before an order is opened again leaves it closed and its dishes deletable', async () => {
    const { orderId, spaceId } = await largeOrders.createLargeOrder(tables)
    await largeOrders.changeOrder(orderId, { status: 'closed' })
    const tableId = await largeOrders.createTable()
    crashAt(2)
    expect((await largeOrders.changeOrder(orderId, { tableId })).status).toBe(500)
    proxy.reset()
    expect(await largeOrders.readOrder(orderId)).toMatchObject({
      status: 'closed',
      tableId: null,
    })
    expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(tables)
    expect(await pendingCounts()).toBe(1)
    expect(await largeOrders.deleteDish(nextDish())).toBe(204)
    expect(await pendingCounts()).toBe(0)
  })
})

it('lines are counted out at once when the change they were counted for fails', async () => {
  const { orderId } = await largeOrders.createLargeOrder(tables)
  await largeOrders.changeOrder(orderId, { status: 'closed' })
  const failed = await largeOrders.changeOrder(orderId, { tableId: orderId })
  expect(failed.status).toBe(404)
  expect(await pendingCounts()).toBe(0)
  expect(await largeOrders.deleteDish(nextDish())).toBe(204)
})

const faults: readonly (readonly [string, Fault])[] = [
  ['a conflict', conflict],
  ['a throttle', throttle],
  ['a failure of the table', failure],
  ['a lost request', lostRequest],
  ['a lost reply', lostReply],
]

/** One that changed nothing and one that did; all in `npm run test:long`. */
const someFaults = faults.filter(([, fault]) => [throttle, lostReply].includes(fault))

describe.each(drawn(someFaults, faults))('%s', (_, fault) => {
  const turn = 1 + (faults.findIndex(([, each]) => each === fault) % 2)
  // Each fault at one of the transactions in turn; at both in `npm run test:long`
  it.each(drawn([turn], [1, 2]))(
    'at transaction %i counts every line once',
    async (nth) => {
      const { orderId, spaceId } = await largeOrders.createLargeOrder(tables)
      await largeOrders.changeOrder(orderId, { status: 'closed' })
      const tableId = await largeOrders.createTable()
      const under = <T>(work: () => Promise<T>) => {
        proxy.reset()
        proxy.inject({ operation: 'TransactWriteItems', nth, fault })
        return work()
      }
      const opened = await under(() => largeOrders.changeOrder(orderId, { tableId }))
      expect(opened.status).toBe(200)
      expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(0)
      const dish = nextDish()
      expect(await largeOrders.deleteDish(dish)).toBe(400)

      await largeOrders.insertTablesNaming(orderId, spaceId, tables)
      const removed = await under(() => largeOrders.admin.del(`/orders/${orderId}`))
      expect(removed.status).toBe(204)
      expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(0)
      expect(await largeOrders.deleteDish(dish)).toBe(204)
      expect(await pendingCounts()).toBe(0)
    },
  )
})

it('a bill of many dishes, at 8 tables, in 10 tenders is settled in one transaction', async () => {
  const { admin, dishes } = largeOrders
  const { orderId, spaceId } = await largeOrders.createLargeOrder(8)
  const tenders = Array.from({ length: 10 }, (_, at) =>
    tender('Cash', at === 0 ? 100 * dishes.length - 9 : 1),
  )
  proxy.reset()
  const body = { tenders, userId: shop.ownerId }
  expect(await admin.post(`/orders/${orderId}/settle`, body)).toMatchObject({
    status: 200,
  })
  const transactions = withoutRetries(proxy.calls()).filter(
    ({ operation }) => operation === 'TransactWriteItems',
  )
  expect(transactions).toHaveLength(1)
  expect(await largeOrders.countTablesNaming(spaceId, orderId)).toBe(0)
  expect(await largeOrders.deleteDish(nextDish())).toBe(204)
})
