import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import type { Client } from '../support/client.ts'
import { type Shifts, shiftsOf } from '../support/shifts.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'
import { hold, outage } from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let table: FaultProxy
let shop: Shop
let till: Till
let shifts: Shifts
let coffee: string
beforeAll(async () => {
  table = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({
    dynamoDbEndpoint: table.endpoint,
    options: { TILLS: 'true' },
  })
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
  coffee = await till.createProduct(1_000)
})
afterAll(async () => {
  await shop.close()
  table.close()
})

const path = '/store/orders/checkout'

async function register(name: string) {
  const device = await shop.admin()
  const { id } = (await device.post('/tills', { name })).body
  let number = 0
  const sell = async () => {
    number += 1
    const { status } = await device.post(path, till.cart(coffee, 1, { number }))
    expect(status).toBe(201)
  }
  return { id, device, sell }
}

it('a close that dies at any step ends in one Z, with every sale in exactly one part', async () => {
  const bar = await register('Bar')
  const door = await register('Door')
  let died = 0
  for (const nth of [1, 2, 3, 4, 5]) {
    const id = await shifts.createShift({ initialAmount: 0 })
    const before = (await shifts.breakdown(id)).totalTickets
    await bar.sell()
    await door.sell()
    await till.admin.post(path, till.cart(coffee))
    table.reset()
    table.inject({
      operation: 'TransactWriteItems',
      nth,
      times: Number.POSITIVE_INFINITY,
      fault: outage,
    })
    const { status } = await till.admin.post(`/shifts/${id}/close`)
    table.reset()
    if (status !== 200) {
      died += 1
      expect(status).toBe(500)
      expect((await shifts.breakdown(id)).totalTickets).toBe(before + 3)
      // It counts in the part that is open, or in the next where that was frozen
      await bar.sell()
      expect((await shifts.breakdown(id)).totalTickets).toBe(before + 4)
      const isClosing = (await shifts.breakdown(id)).closing === true
      const cash = { type: 'in', amount: 1, reason: 'x' }
      const moved = await till.admin.post(`/shifts/${id}/cash`, cash)
      expect(moved.status).toBe(isClosing ? 404 : 201)
      expect((await till.admin.get('/shifts/open')).status).toBe(isClosing ? 204 : 200)
      await shifts.closeShift(id)
    }
    const z = await shifts.zReport(id)
    const next = await shifts.createShift({ initialAmount: 0 })
    const x = await shifts.breakdown(next)
    const sold = before + 3 + (status === 200 ? 0 : 1)
    expect(z.totalTickets + x.totalTickets).toBe(sold)
    const rows = z.byTill.map((row: { totalTickets: number }) => row.totalTickets)
    expect(rows.reduce((sum: number, each: number) => sum + each, 0)).toBe(z.totalTickets)
    const [latest] = (await till.admin.get('/shifts/z-reports')).body
    expect(latest.number).toBe(z.number)
    await shifts.closeShift(next)
  }
  // Its mark, two parts and the Z
  expect(died).toBe(4)
})

it('a shop is exported before a close or after it, with its parts and with numbers that no sale has', async () => {
  const { id: tillId, device } = await register('Exported')
  const { series } = (await device.get('/tills/me')).body
  const id = await shifts.createShift({ initialAmount: 0 })
  const exported = () => till.admin.get('/export/shop')
  const unusedIn = (body: string) => body.match(/"isUnused"/g)?.length ?? 0
  const before = unusedIn((await exported()).body)
  await device.post(path, till.cart(coffee, 1, { number: 3 }))
  const confirmed = { numbers: [2] }
  expect((await till.admin.put(`/tills/${tillId}/confirm`, confirmed)).status).toBe(200)
  const open = (await exported()).body
  expect([unusedIn(open), open.includes(`"NUMBER#${series}"`)]).toEqual([
    before + 1,
    true,
  ])
  table.reset()
  const operation = 'TransactWriteItems'
  const times = Number.POSITIVE_INFINITY
  table.inject({ operation, nth: 3, times, fault: outage })
  expect((await till.admin.post(`/shifts/${id}/close`)).status).toBe(500)
  table.reset()
  expect(await exported()).toMatchObject({
    status: 409,
    body: { message: 'Shift is closing' },
  })
  await shifts.closeShift(id)
  const closed = (await exported()).body
  const { number } = (await till.admin.get('/shifts/z-reports')).body[0]
  expect([unusedIn(closed), closed.includes(`"Z-PART#${number}"`)]).toEqual([
    before + 1,
    true,
  ])
})

it('a close that was cut off is finished by any keyed request, which keeps its own answer', async () => {
  const { sell } = await register('Keyed')
  const keyed = async (
    send: (key: Record<string, string>) => ReturnType<Client['post']>,
  ) => {
    const key = { 'idempotency-key': randomUUID() }
    const first = await send(key)
    expect(await send(key)).toMatchObject({ status: first.status, body: first.body })
    return first
  }
  const cutOff = async () => {
    const id = await shifts.createShift({ initialAmount: 0 })
    await sell()
    table.reset()
    table.inject({
      operation: 'TransactWriteItems',
      nth: 2,
      times: Number.POSITIVE_INFINITY,
      fault: outage,
    })
    expect((await till.admin.post(`/shifts/${id}/close`)).status).toBe(500)
    table.reset()
    return id
  }
  const closedOnce = async (id: string) =>
    expect(await shifts.zReport(id)).toMatchObject({ totalTickets: 1 })

  const closed = await cutOff()
  const again = await keyed((key) => till.admin.post(`/shifts/${closed}/close`, {}, key))
  expect(again.status).toBe(200)
  await closedOnce(closed)

  const left = await cutOff()
  const input = shifts.shiftInput({ initialAmount: 0 })
  const opened = await keyed((key) => till.admin.post('/shifts', input, key))
  expect(opened).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  await closedOnce(left)
  await shifts.closeShift(opened.body.id)

  const changed = await cutOff()
  const put = await keyed((key) => till.admin.put(`/shifts/${changed}`, input, key))
  expect(put).toMatchObject({ status: 200, body: { id: changed } })
  await closedOnce(changed)
})

it('a sale that is written is answered, although its till could not be noted', async () => {
  const { sell, device } = await register('Unnoted')
  table.reset()
  table.inject({
    operation: 'GetItem',
    times: Number.POSITIVE_INFINITY,
    fault: outage,
    when: (request) => JSON.stringify(request).includes('SEEN'),
  })
  await sell()
  table.reset()
  expect((await device.get('/tills/me')).body).toMatchObject({ lastNumber: 1 })
})

/** Holds the next transaction, or other call, with such a record until something else was done. */
async function overtaken<T>(
  record: string,
  send: () => Promise<T>,
  other: () => Promise<void>,
  operation = 'TransactWriteItems',
) {
  const held = Promise.withResolvers<void>()
  const released = Promise.withResolvers<void>()
  table.reset()
  table.inject({
    operation,
    when: (request) => {
      const isIt = JSON.stringify(request).includes(record)
      if (isIt) held.resolve()
      return isIt
    },
    fault: hold(released.promise),
  })
  const sent = send()
  await held.promise
  await other().finally(() => released.resolve())
  return sent
}

it("counts the first sale of a till's part in the shop's currency, whichever comes first", async () => {
  const { device } = await register('Currency')
  const choose = (acronym: string) => till.admin.put('/base-currency', { acronym })
  const sell = (number: number) => device.post(path, till.cart(coffee, 1, { number }))
  const closeDay = async () =>
    shifts.closeShift(await shifts.createShift({ initialAmount: 0 }))
  await closeDay()
  const inEur = async () => expect((await choose('EUR')).status).toBe(200)
  const sold = await overtaken('TILL-DAY', () => sell(1), inEur)
  expect(sold.status).toBe(201)
  const { sales } = (await till.admin.get('/reports?period=day')).body
  expect(sales[0]).toMatchObject({ orderId: sold.body.orderId, currency: 'EUR' })
  await closeDay()
  const refund = () => device.post(`/store/orders/${sold.body.orderId}/refund`, {})
  const inUsd = async () => expect((await choose('USD')).status).toBe(200)
  await inUsd()
  expect((await refund()).status).toBe(409)

  const sellNext = async () => expect((await sell(2)).status).toBe(201)
  const changed = await overtaken('BASE-CURRENCY', () => choose('EUR'), sellNext)
  expect(changed).toMatchObject({ status: 409, body: { code: 'currency_in_use' } })
  await closeDay()
  const [z] = (await till.admin.get('/shifts/z-reports')).body
  expect(z).toMatchObject({ currency: 'USD', totalTickets: 1 })
})

it('a report of shifts that a close overtakes still has what the tills sold', async () => {
  const { sell } = await register('Reported')
  const id = await shifts.createShift({ initialAmount: 0 })
  await sell()
  const report = () => till.admin.get('/shifts/report')
  const before = (await report()).body.byPaymentMethod
  const close = async () => shifts.closeShift(id)
  const { body } = await overtaken('"TILL"', report, close, 'Query')
  expect(body.byPaymentMethod).toEqual(before)
})
