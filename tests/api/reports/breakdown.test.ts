import { afterAll, beforeAll, expect, it } from 'vitest'
import { toCents } from '../../../shared/platform/money/decimal.ts'
import { type Bills, openBills } from '../../support/bills.ts'
import { createGroup, replaceOptions } from '../../support/modifiers.ts'
import { createProduct } from '../../support/products.ts'
import { cartOf, item, makeBundle, splitCart, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let bills: Bills
let drinks: string
let shiftId: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  bills = await openBills(shop)
  const { admin } = till
  await admin.post('/taxes', { name: 'VAT', ratePercent: 16, isDefault: true })
  drinks = (await admin.post('/categories', { name: 'Drinks', type: 'product' })).body.id
  shiftId = (
    await admin.post('/shifts', {
      userId: shop.ownerId,
      shiftDate: '2026-01-01',
      startTime: '10:00',
      endTime: null,
      notes: '',
      initialAmount: 100,
      finalAmount: null,
    })
  ).body.id
})
afterAll(() => shop.close())

const breakdown = async (query = '') =>
  (await till.admin.get(`/reports/breakdown${query}`)).body
const sell = async (cart: object): Promise<string> => {
  const { status, body } = await till.admin.post('/store/orders/checkout', cart)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.orderId
}
type Part = { readonly key: string; readonly [name: string]: unknown }
const part = (parts: readonly Part[], key: string) =>
  parts.find((each) => each.key === key)

it('has no parts before the first sale', async () => {
  expect(await breakdown()).toMatchObject({
    saleCount: 0,
    costCents: 0,
    totalNetCents: 0,
    byHour: [],
    byPaymentMethod: [],
  })
})

it('sums a day by its parts, which add up to the report and to the running sums', async () => {
  const tea = await till.createProduct(99, 'Tea')
  const cake = await till.createProduct(99, 'Cake')
  const read = (await till.admin.get(`/products/${tea}`)).body
  const change = await till.admin.put(`/products/${tea}`, {
    ...read,
    categoryIds: [drinks],
    costCents: 90,
  })
  expect(change.status).toBe(200)
  // 500 and 250, less 50 of the cake and 70 of both
  const first = await sell({
    ...splitCart(
      till,
      [item(tea, { quantity: 2 }), item(cake, { discountCents: 50 })],
      720,
      [tender('Cash', 220), tender('Debit Card', 500)],
    ),
    discountAmount: 70,
    tipAmount: 0.9,
  })
  await sell(cartOf(till, [item(tea)], 250))
  const tableId = await bills.createTable({ name: 'Window' })
  const bill = await bills.createBill([1_000, 450], { tableId })
  const { status } = await bills.settle(bill, 1_450)
  expect(status).toBe(200)
  // A later cost of a unit changes nothing
  const again = (await till.admin.get(`/products/${tea}`)).body
  await till.admin.put(`/products/${tea}`, { ...again, costCents: 240 })
  const refund = await till.admin.post(`/store/orders/${first}/refund`, {
    items: [{ productId: tea, quantity: 1, priceAtOrder: 250 }],
    paymentMethodId: (tender('Cash', 1) as { paymentMethodId: string }).paymentMethodId,
  })
  expect(refund.status, JSON.stringify(refund.body)).toBe(200)
  const day = await breakdown()
  const report = (await till.admin.get('/reports')).body
  const running = (await till.admin.get(`/shifts/${shiftId}/breakdown`)).body
  const {
    sales: _sales,
    modifiers: _modifiers,
    otherCurrencies: _others,
    ...sums
  } = report
  expect(day).toMatchObject(sums)
  expect(day.saleCount).toBe(3)
  const partNames = ['byHour', 'byWeekday', 'byDay', 'byProduct', 'byCategory']
  for (const name of [...partNames, 'byTable', 'byTill']) {
    const total = (of: string) =>
      day[name].reduce((sum: number, each: Part) => sum + Number(each[of]), 0)
    expect({
      gross: total('grossCents'),
      discounts: total('discountCents'),
      net: total('netCents'),
      tips: total('tipCents'),
      cost: total('costCents'),
    }).toEqual({
      gross: report.totalRevenueCents,
      discounts: report.totalDiscountCents,
      net: report.totalNetCents,
      tips: report.totalTipCents,
      cost: day.costCents,
    })
  }
  // Two teas of three at 90, the cake at 100; the dishes have no cost
  expect(day.costCents).toBe(2 * 90 + 100)
  expect(part(day.byProduct, 'Tea')).toMatchObject({
    saleCount: 2,
    quantity: 3,
    grossCents: 750,
    costCents: 180,
  })
  expect(part(day.byCategory, drinks)).toMatchObject({ name: 'Drinks', quantity: 3 })
  expect(part(day.byTable, tableId)).toMatchObject({
    name: 'Window',
    saleCount: 1,
    grossCents: 1_450,
  })
  expect(part(day.byTable, '')).toMatchObject({ name: '', saleCount: 2 })
  expect(day.byTill).toMatchObject([{ key: '', saleCount: 3 }])
  expect(part(day.byUser, shop.ownerId)).toMatchObject({ saleCount: 3 })
  expect(day.byPaymentMethod).toEqual(
    running.byPaymentMethod
      .filter(({ total }: { total: number }) => total > 0)
      .map((row: { name: string; [of: string]: number | string }) => ({
        name: row.name,
        saleCount: row.name === 'Cash' ? 3 : 1,
        takenCents: toCents(row.total as number),
        tipCents: toCents(row.tips as number),
        refundedCents: toCents(row.refunds as number),
        netCents: toCents(row.net as number),
      }))
      .sort(
        (one: Part, other: Part) => Number(other.takenCents) - Number(one.takenCents),
      ),
  )
  expect(report.sales.find((row: Part) => row.productName === 'Tea')).toMatchObject({
    categoryId: drinks,
    number: 2,
  })
})

it('counts the hours, days and weekdays of the zone', async () => {
  const [{ saleDate }] = (await till.admin.get('/reports')).body.sales
  const of = async (minutes: number) => {
    const local = new Date(Date.parse(saleDate) + minutes * 60_000)
    const day = await breakdown(`?utcOffsetMinutes=${minutes}`)
    const { key } = day.byHour.at(0)
    expect(part(day.byHour, local.toISOString().slice(11, 13))).toBeDefined()
    expect(part(day.byDay, local.toISOString().slice(0, 10))).toBeDefined()
    expect(part(day.byWeekday, String(local.getUTCDay() || 7))).toBeDefined()
    return key
  }
  expect(await of(0)).not.toBe(await of(300))
})

it('leaves out the cost of what takes units of other products', async () => {
  const costOf = async () => {
    const { costCents, costedCents } = await breakdown()
    return [costCents, costedCents]
  }
  const milk = await till.createProduct(9)
  const group = await createGroup(till.admin, { name: 'Milk' })
  const option = { name: 'Oat', productId: milk }
  const { Oat } = await replaceOptions(till.admin, group, option)
  const cup = await createProduct(till.admin, { modifierGroupIds: [group] })
  // It had a cost before it was a bundle
  const set = await till.createProduct(0)
  await makeBundle(set, { [milk]: 2 })
  const before = await costOf()
  const modifiers = [{ groupId: group, optionId: Oat, quantity: 1 }]
  await sell(cartOf(till, [item(set), item(cup, { modifiers })], 500))
  expect(await costOf()).toEqual(before)
  await sell(cartOf(till, [item(milk)], 250))
  expect((await costOf())[0]).toBe(before[0] + 100)
})

it('is for those with reports_read alone', async () => {
  const cashier = await shop.userWith('orders_read', 'reports_export')
  expect((await cashier.get('/reports/breakdown')).status).toBe(403)
  const reader = await shop.userWith('reports_read')
  expect((await reader.get('/reports/breakdown?period=month')).status).toBe(200)
  expect((await reader.get('/reports/breakdown?startDate=2026-01-02')).status).toBe(400)
})
