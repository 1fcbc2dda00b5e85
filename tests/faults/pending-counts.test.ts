import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { allRecords } from '../generated/records.ts'
import { type Banquet, openBanquet } from '../support/banquet.ts'
import { openShop, type Shop } from '../support/shop.ts'
import {
  conflict,
  type Fault,
  failure,
  lostReply,
  lostRequest,
  throttle,
} from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

const tables = 40

let proxy: FaultProxy
let shop: Shop
let banquet: Banquet
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  banquet = await openBanquet(shop)
}, 60_000)
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  await proxy.close()
})

/** Dishes, each for one test to delete. */
const nextDish = () => banquet.dishes.pop() ?? ''

/** How many counts are pending, as the table holds them. */
const pending = async () =>
  [...(await allRecords(process.env.TABLE_NAME ?? '')).keys()].filter((key) =>
    key.startsWith('PENDING-DISH-COUNTS '),
  ).length

/** Refuses every transaction from the n-th on, as if the function had ended there. */
const endAt = (nth: number) =>
  proxy.inject({ operation: 'TransactWriteItems', nth, times: 1_000, fault: failure })

describe('a function that ends', () => {
  it('before lines are counted out holds no dish', async () => {
    const { orderId, spaceId } = await banquet.order(tables)
    endAt(2)
    expect((await banquet.admin.del(`/orders/${orderId}`)).status).toBe(204)
    proxy.reset()
    expect(await banquet.naming(spaceId, orderId)).toBe(0)
    expect(await pending()).toBe(1)
    expect(await banquet.removeDish(nextDish())).toBe(204)
    expect(await pending()).toBe(0)
  }, 60_000)

  it('before an order is opened again leaves it closed and holds no dish', async () => {
    const { orderId, spaceId } = await banquet.order(tables)
    await banquet.change(orderId, { status: 'closed' })
    const tableId = await banquet.table()
    endAt(2)
    expect((await banquet.change(orderId, { tableId })).status).toBe(500)
    proxy.reset()
    expect(await banquet.read(orderId)).toMatchObject({ status: 'closed', tableId: null })
    expect(await banquet.naming(spaceId, orderId)).toBe(tables)
    expect(await pending()).toBe(1)
    expect(await banquet.removeDish(nextDish())).toBe(204)
    expect(await pending()).toBe(0)
  }, 60_000)
})

it('lines that are counted in and then refused are counted out at once', async () => {
  const { orderId } = await banquet.order(tables)
  await banquet.change(orderId, { status: 'closed' })
  const refused = await banquet.change(orderId, { tableId: orderId })
  expect(refused.status).toBe(404)
  expect(await pending()).toBe(0)
  expect(await banquet.removeDish(nextDish())).toBe(204)
})

const faults: [string, Fault][] = [
  ['a conflict', conflict],
  ['a throttle', throttle],
  ['a failure of the table', failure],
  ['a lost request', lostRequest],
  ['a lost reply', lostReply],
]

describe.each(faults)('%s', (_, fault) => {
  it.each([1, 2])(
    'at transaction %i counts every line once',
    async (nth) => {
      const { orderId, spaceId } = await banquet.order(tables)
      await banquet.change(orderId, { status: 'closed' })
      const tableId = await banquet.table()
      const under = <T>(work: () => Promise<T>) => {
        proxy.reset()
        proxy.inject({ operation: 'TransactWriteItems', nth, fault })
        return work()
      }
      const opened = await under(() => banquet.change(orderId, { tableId }))
      expect(opened.status).toBe(200)
      expect(await banquet.naming(spaceId, orderId)).toBe(0)
      const dish = nextDish()
      expect(await banquet.removeDish(dish)).toBe(400)

      await banquet.seat(orderId, spaceId, tables)
      const removed = await under(() => banquet.admin.del(`/orders/${orderId}`))
      expect(removed.status).toBe(204)
      expect(await banquet.naming(spaceId, orderId)).toBe(0)
      expect(await banquet.removeDish(dish)).toBe(204)
      expect(await pending()).toBe(0)
    },
    60_000,
  )
})
