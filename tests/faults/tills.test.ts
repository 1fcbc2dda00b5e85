import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { type Shifts, shiftsOf } from '../support/shifts.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTill, type Till } from '../support/till.ts'
import { outage } from './fault.ts'
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
  return { id, sell }
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
