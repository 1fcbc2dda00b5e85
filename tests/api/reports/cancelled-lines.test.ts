import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop()
  bills = await openBills(shop)
})
afterAll(() => shop.close())

test('a bill takes a tip where every line is cancelled, which reports and exports show', async () => {
  const id = await bills.createBill([1_000])
  const [line] = await bills.linesOf(id)
  await bills.admin.put(`/orders/${id}/dishes/${line?.id}`, { status: 'cancelled' })
  expect(await bills.settle(id, 100, { tipAmount: 1 })).toMatchObject({ status: 200 })
  const { status, body } = await bills.admin.get('/reports')
  expect(status).toBe(200)
  expect(
    body.sales.filter(({ orderId }: { orderId: string }) => orderId === id),
  ).toMatchObject([{ quantity: 0, paidCents: 0 }])
  expect(body.totalTipCents).toBeGreaterThanOrEqual(100)
  for (const type of ['sales', 'taxes', 'payments']) {
    const { status: exported, body: csv } = await bills.admin.get(
      `/reports/export?type=${type}`,
    )
    expect(exported).toBe(200)
    if (type !== 'taxes') expect(csv).toContain('1.00')
  }
})

test('a bill of 0 whose lines are all cancelled has a row among the payments', async () => {
  const id = await bills.createBill([1_000])
  const [line] = await bills.linesOf(id)
  await bills.admin.put(`/orders/${id}/dishes/${line?.id}`, { status: 'cancelled' })
  expect(await bills.settle(id, 0)).toMatchObject({ status: 200 })
  const { body: csv } = await bills.admin.get('/reports/export?type=payments')
  expect(csv).toContain(id)
})
