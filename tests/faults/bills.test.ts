import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { type Bills, openBills } from '../support/bills.ts'
import type { Answer } from '../support/client.ts'
import { drawn } from '../support/scale.ts'
import { readDay, tender } from '../support/selling.ts'
import { openShop, type Shop } from '../support/shop.ts'
import {
  conflict,
  type Fault,
  failure,
  inProgress,
  lostReply,
  lostRequest,
  outage,
  throttle,
  throughputExceeded,
} from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let bills: Bills
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  bills = await openBills(shop)
  await bills.admin.post('/taxes', { name: 'VAT', ratePercent: 10, isDefault: true })
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  proxy.close()
})

const faults: [string, Fault][] = [
  ['a transaction conflict', conflict],
  ['an attempt still in progress', inProgress],
  ['throttling', throttle],
  ['exceeded throughput', throughputExceeded],
  ['an internal server error', failure],
  ['a lost request', lostRequest],
  ['a lost reply', lostReply],
]

/** Faults before and after a transaction was executed; all in `npm run test:long`. */
const someFaults = drawn(
  faults.filter(([, fault]) => [conflict, lostReply].includes(fault)),
  faults,
)

/** Calls: reserve the key; order and settings; dishes and tables; the transaction. */
function callsFor(fault: Fault): readonly number[] {
  // Reads do not conflict
  if ([conflict, inProgress].includes(fault)) return [1, 5]
  const all = [1, 2, 3, 4, 5]
  return drawn(fault === lostReply ? all : [5], all)
}

const settle = (id: string, headers: Record<string, string> = {}, cents = 300) =>
  bills.admin.post(
    `/orders/${id}/settle`,
    {
      tenders: [tender('Cash', 100), tender('Debit Card', cents - 100)],
      userId: shop.ownerId,
    },
    headers,
  )

/** True if a bill is paid, once and with its table left; false if untouched. */
async function isPaid({ tableId, orderId }: { tableId: string; orderId: string }) {
  const [{ status }, table, { body: tickets }] = [
    await bills.readOrder(orderId),
    await bills.diningRoom.readTable(tableId),
    await bills.admin.get('/tickets'),
  ]
  const own = tickets.filter((each: { orderId: string }) => each.orderId === orderId)
  expect(table.orderId).toBe(status === 'paid' ? null : orderId)
  expect(own).toHaveLength(status === 'paid' ? 1 : 0)
  return status === 'paid'
}

describe.each(someFaults)('%s', (_, fault) => {
  it.each(callsFor(fault))('at call %i of a settlement pays once', async (nth) => {
    const bill = await bills.seat([100, 200])
    proxy.reset()
    proxy.inject({ nth, fault })
    const answer = await settle(bill.orderId, { 'Idempotency-Key': randomUUID() })
    expect(answer).toMatchObject({ status: 200 })
    expect(proxy.calls().length).toBeGreaterThanOrEqual(nth)
    expect(await isPaid(bill)).toBe(true)
  })
})

/** Runs an operation whose transactions are all executed and all without a reply. */
async function withoutReplies(operate: () => Promise<Answer>): Promise<Answer> {
  proxy.inject({
    operation: 'TransactWriteItems',
    when: ({ TransactItems }) => Array.isArray(TransactItems) && TransactItems.length > 1,
    times: Number.POSITIVE_INFINITY,
    fault: lostReply,
  })
  const answer = await operate()
  proxy.reset()
  return answer
}

it('a settlement whose replies are all lost is kept under its Idempotency-Key', async () => {
  const bill = await bills.seat([100, 200])
  const key = { 'Idempotency-Key': randomUUID() }
  expect(await withoutReplies(() => settle(bill.orderId, key))).toMatchObject({
    status: 500,
  })
  expect(await settle(bill.orderId, key)).toMatchObject({ status: 200 })
  expect(await isPaid(bill)).toBe(true)
})

it('a table that fails for good changes nothing', async () => {
  const bill = await bills.seat([100, 200])
  const before = await readDay()
  proxy.inject({
    operation: 'TransactWriteItems',
    times: Number.POSITIVE_INFINITY,
    fault: outage,
  })
  expect(await settle(bill.orderId)).toMatchObject({ status: 500 })
  proxy.reset()
  expect(await isPaid(bill)).toBe(false)
  expect(await readDay()).toEqual(before)
})

it.each(someFaults)('%s splits, merges and moves once', async (_, fault) => {
  const { tableId, orderId } = await bills.seat([100, 200])
  const other = await bills.createTable()
  const [line] = await bills.idsOf(orderId)
  const withFault = (operate: () => Promise<Answer>) => {
    proxy.inject({ operation: 'TransactWriteItems', nth: 1, fault })
    return operate()
  }
  const split = await withFault(() => bills.split(orderId, [line]))
  expect(split).toMatchObject({ status: 201 })
  const part = split.body.id
  expect(await withFault(() => bills.move(part, other))).toMatchObject({ status: 200 })
  expect(await withFault(() => bills.merge(part, orderId))).toMatchObject({
    status: 200,
  })
  expect(await bills.readOrder(part)).toMatchObject({ total: 3, tableId: other })
  expect(await bills.diningRoom.readTable(tableId)).toMatchObject({ orderId: null })
  expect(await bills.diningRoom.readTable(other)).toMatchObject({ orderId: part })
})

it('all these faults leave no gap between the numbers of tickets, and none twice', async () => {
  const { body } = await bills.admin.get('/tickets')
  const numbers = body.map(({ number }: { number: number }) => number)
  const { lastNumber, tickets } = await readDay()
  expect(new Set(numbers).size).toBe(numbers.length)
  expect([numbers.length, lastNumber]).toEqual([tickets, tickets])
})
