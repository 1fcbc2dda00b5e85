import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop()
  bills = await openBills(shop)
})
afterAll(() => shop.close())

const year = (startYear: number) => ({
  startDate: `${startYear}-01-01`,
  endDate: `${startYear}-12-31`,
})
const thisYear = () => new Date().getUTCFullYear()

it('a bill is sold on the day of its settlement, whatever day it was opened on', async () => {
  const { admin } = bills
  const createdAt = '2020-12-31T23:00:00Z'
  const id = await bills.createBill([1_000], { createdAt })
  const old = () => admin.pos.reports.sales({ query: year(2020) })
  const listedIn = async (startYear: number) => {
    const { startDate, endDate } = year(startYear)
    const range = await admin.get(
      `/orders/date-range?start_date=${startDate}&end_date=${endDate}`,
    )
    const rows = await admin.pos.orders.withPayments({ query: year(startYear) })
    const ids = [range.body, rows].flat().map((order) => order.id)
    return ids.filter((each) => each === id).length
  }
  expect(await listedIn(2020)).toBe(2)
  const from = Math.floor(Date.now() / 1_000) * 1_000
  expect((await bills.settle(id, 1_000)).status).toBe(200)
  expect(await listedIn(2020)).toBe(0)
  expect(await listedIn(thisYear())).toBe(2)
  expect((await old()).totalRevenueCents).toBe(0)
  expect((await admin.get('/orders/total-sales/2020-12-31')).body.total_sales).toBe('0.0')
  const report = await admin.pos.reports.sales({ query: year(thisYear()) })
  const sold = report.sales.find(({ orderId }) => orderId === id)
  expect(Date.parse(sold?.saleDate ?? '')).toBeGreaterThanOrEqual(from)
  const { body: order } = await admin.get(`/orders/${id}`)
  expect(order.createdAt).toBe(createdAt)
  expect(order.soldAt).toBe(sold?.saleDate)
})

it('who served and who took the money are two people', async () => {
  const { admin } = bills
  const staff = await staffOf(shop)
  const { id: userId } = await staff.createUser(await staff.createRole())
  const id = await bills.createBill([700])
  await bills.settle(id, 700, { userId })
  const { body: order } = await admin.get(`/orders/${id}`)
  expect(order).toMatchObject({ userId: shop.ownerId, takenBy: userId })
  const revenueOf = async (query: object) =>
    (await admin.pos.reports.sales({ query })).totalRevenueCents
  expect(await revenueOf({ takenBy: userId })).toBe(700)
  expect(await revenueOf({ userId })).toBe(0)
  expect(await revenueOf({ takenBy: userId, userId: shop.ownerId })).toBe(700)
  const open = await bills.createBill([100])
  expect((await admin.get(`/orders/${open}`)).body).toMatchObject({
    soldAt: null,
    takenBy: null,
  })
})
