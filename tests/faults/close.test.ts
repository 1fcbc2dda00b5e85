import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { drawn } from '../support/scale.ts'
import { readDay } from '../support/selling.ts'
import { notClosableResponse, shiftsOf } from '../support/shifts.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'
import {
  conflict,
  type Fault,
  failure,
  lostReply,
  lostRequest,
  throttle,
} from './fault.ts'
import { type FaultProxy, startFaultProxy, withoutRetries } from './proxy.ts'

let table: FaultProxy
let shop: Shop
let till: Till
let shifts: Awaited<ReturnType<typeof shiftsOf>>
let coffee: string
beforeAll(async () => {
  table = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: table.endpoint })
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
  coffee = await till.createProduct(1_000)
})
afterEach(async () => {
  table.reset()
  await shifts.deleteShifts()
})
afterAll(async () => {
  await shop.close()
  table.close()
})

const operation = 'TransactWriteItems'

/** Opens a shift and sells once in it. */
async function openAndSell() {
  const id = await shifts.createShift()
  expect((await till.checkout(till.cart(coffee))).status).toBe(201)
  return id
}

const faults: [string, Fault][] = [
  ['a transaction conflict', conflict],
  ['throttling', throttle],
  ['an internal server error', failure],
  ['a lost request', lostRequest],
  ['a lost reply', lostReply],
]

/** The calls that a fault is tried at: the reads with one fault, or in the long run all. */
function callsFor(fault: Fault): readonly number[] {
  // Calls: reserve the key, read shift, user with config, day, unmatched payments, open bills
  // and products below zero, close. Reads do not conflict
  const all = fault === conflict ? [1, 8] : [1, 2, 3, 4, 5, 6, 7, 8]
  if (fault === throttle) return drawn([2, 3, 4, 5, 6, 7], all)
  return drawn([failure, lostReply].includes(fault) ? [1, 8] : [8], all)
}

describe.each(faults)('%s', (_, fault) => {
  it('at any call of a close leaves exactly one Z', async () => {
    for (const nth of callsFor(fault)) {
      const id = await openAndSell()
      const day = await readDay()
      table.reset()
      table.inject({ nth, fault })
      const key = { 'Idempotency-Key': randomUUID() }
      const amounts = { finalAmount: 103 }
      const closed = await shifts.admin.post(`/shifts/${id}/close`, amounts, key)
      expect(closed.status).toBe(200)
      const calls = table.calls().filter((call) => call.operation !== 'Query')
      expect(calls.length).toBeGreaterThanOrEqual(5)
      table.reset()
      const again = await shifts.admin.post(`/shifts/${id}/close`, amounts, key)
      expect(again).toMatchObject({ status: 200, body: closed.body })
      expect(await shifts.zReport(id)).toMatchObject({
        totalTickets: 1,
        finalAmount: 103,
        firstNumber: day.firstNumber,
        lastNumber: day.firstNumber,
      })
      expect(await readDay()).toMatchObject({ tickets: 0, firstNumber: null })
    }
  })
})

describe('a close whose replies are all lost', () => {
  it('has made one Z, also for the same Idempotency-Key', async () => {
    const id = await openAndSell()
    table.inject({
      operation,
      when: ({ TransactItems }) =>
        Array.isArray(TransactItems) && TransactItems.length > 1,
      times: Number.POSITIVE_INFINITY,
      fault: lostReply,
    })
    const key = { 'Idempotency-Key': randomUUID() }
    const close = () => shifts.admin.post(`/shifts/${id}/close`, {}, key)
    expect((await close()).status).toBe(500)
    table.reset()
    expect((await close()).status).toBe(200)
    expect(await shifts.admin.post(`/shifts/${id}/close`)).toMatchObject(
      notClosableResponse,
    )
    expect(await shifts.zReport(id)).toMatchObject({ totalTickets: 1 })
    expect(await readDay()).toMatchObject({ tickets: 0 })
  })
})

it('a PUT with an endTime survives each fault at its transaction', async () => {
  const id = await shifts.createShift()
  const path = `/shifts/${id}`
  const numbers: number[] = []
  for (const [, fault] of faults) {
    await till.checkout(till.cart(coffee))
    table.reset()
    table.inject({ operation, fault })
    const closed = shifts.shiftInput({ endTime: 'late' })
    expect((await shifts.admin.put(path, closed)).status).toBe(200)
    const { number, totalTickets } = await shifts.zReport(id)
    expect(totalTickets).toBe(1)
    numbers.push(number)
    await shifts.admin.put(path, shifts.shiftInput({ endTime: null }))
  }
  const [first = 0] = numbers
  expect(numbers).toEqual(faults.map((_, at) => first + at))
})

it('a close takes five round trips, and one more for each sale between', async () => {
  const id = await openAndSell()
  table.reset()
  await shifts.closeShift(id)
  const operations = withoutRetries(table.calls()).map((call) => call.operation)
  expect(operations.toSorted()).toEqual(
    [
      'GetItem',
      'BatchGetItem',
      'GetItem',
      'GetItem',
      'Query',
      'Query',
      operation,
    ].toSorted(),
  )
})
