import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { type Shifts, shiftsOf } from '../../support/shifts.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let shifts: Shifts
let coffee: string
/** Another administrator, who sells nothing. */
let bo: Client
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
  coffee = await till.createProduct(1_000)
})
afterAll(() => shop.close())

async function register(name: string) {
  const device = await shop.admin()
  const { id } = (await device.post('/tills', { name })).body
  const sell = (number: number) =>
    device.post('/store/orders/checkout', till.cart(coffee, 1, { number }))
  return { id, device, sell }
}

it('is confirmed as unused by another administrator, and a later sale still gets it', async () => {
  const { id, device, sell } = await register('Bar')
  await sell(4)
  const ask = (unused: number[]) =>
    device.put('/tills/me/numbers', { unused, reason: 'torn' })
  expect((await ask([4])).status).toBe(400)
  expect((await ask([1, 2])).status).toBe(200)
  const missing = async () => (await device.get('/tills/me')).body.missing
  expect(await missing()).toEqual([{ from: 1, to: 3 }])

  const second = { name: 'Bo', pin: '9999', role: shop.roleId }
  await till.admin.post('/users', second)
  bo = shop.anonymous()
  await bo.post('/auth/login', second)
  const confirm = (client: Client, body: object) =>
    client.put(`/tills/${id}/confirm`, body)
  // She has asked for it, and sold there
  expect((await confirm(till.admin, { numbers: [1] })).status).toBe(403)
  expect((await confirm(till.cashier, { numbers: [1] })).status).toBe(403)
  expect((await confirm(bo, { numbers: [4] })).status).toBe(400)
  expect((await confirm(bo, { numbers: [1, 1] })).status).toBe(400)
  expect((await confirm(bo, { numbers: [1, 2] })).status).toBe(200)
  expect(await missing()).toEqual([{ from: 3, to: 3 }])
  expect(await sell(1)).toMatchObject({
    status: 201,
    body: { receiptNumber: 'A-1', flags: ['was_unused'] },
  })

  const shift = await shifts.createShift({ initialAmount: 0 })
  await shifts.closeShift(shift)
  const { byTill } = await shifts.zReport(shift)
  // The first was sold after all
  const unused = {
    number: 2,
    reason: 'torn',
    askedByName: owner.name,
    confirmedByName: 'Bo',
  }
  expect(byTill).toMatchObject([{ tillId: null }, { tillId: id, unused: [unused] }])
  expect(byTill[1].missing).toEqual([{ from: 3, to: 3 }])
})

it("counts a till's drawer at any time, and keeps what was expected", async () => {
  const { id, sell } = await register('Counted')
  const drawers = [
    { tillId: id, amount: 20 },
    { tillId: null, amount: 0 },
  ]
  const input = shifts.shiftInput({ initialAmount: 20, drawers })
  await till.admin.post('/shifts', input)
  await sell(1)
  const count = (amount: number) => till.admin.post(`/tills/${id}/counts`, { amount })
  expect((await count(-1)).status).toBe(400)
  const counted = await count(22)
  expect(counted).toMatchObject({ status: 201, body: { id: expect.any(String) } })
  const entries = (await till.admin.get('/audit?kind=till')).body
  expect(entries.at(-1).after).toEqual({ countedCents: 2_200, expectedCents: 2_250 })
  const staff = await staffOf(shop)
  const { credentials } = await staff.createUser(
    await staff.createRoleWith('shifts_create'),
  )
  const counter = await shop.login(credentials)
  const byCounter = await counter.post(`/tills/${id}/counts`, { amount: 22 })
  expect(byCounter).toMatchObject({ status: 201, body: { id: expect.any(String) } })
})
