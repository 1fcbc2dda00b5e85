import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { cartOf, item, splitCart, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let tea: string
let cake: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  const tax = { name: 'VAT', ratePercent: 16, isDefault: true }
  await till.admin.post('/taxes', tax)
  tea = await till.createProduct(99, 'Tea')
  cake = await till.createProduct(99, '=Cake')
})
afterAll(() => shop.close())

const sell = async (cart: object): Promise<string> => {
  const { status, body } = await till.admin.post('/store/orders/checkout', cart)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.orderId
}
const report = async (query = '') => (await till.admin.get(`/reports${query}`)).body

describe('a report', () => {
  it('sums discounts, tips, taxes and what was paid, also of some products', async () => {
    expect(await report()).toMatchObject({
      totalDiscountCents: 0,
      totalAdjustmentCents: 0,
      totalTipCents: 0,
      totalRefundedCents: 0,
      totalRefundedSatoshis: 0,
      refundCount: 0,
      totalNetCents: 0,
      taxes: [],
    })
    // 500 and 250 of cost, of which 50 is the cake's discount and 70 that of both
    const items = [item(tea, { quantity: 2 }), item(cake, { discountCents: 50 })]
    const terms = { discountAmount: 70, tipAmount: 0.9 }
    await sell({
      ...splitCart(till, items, 720, [tender('Cash', 220), tender('Debit Card', 500)]),
      ...terms,
    })
    // Ten cents more than it costs
    await sell(cartOf(till, [item(tea)], 260))
    const body = await report('?productName=e')
    expect(body).toMatchObject({
      totalRevenueCents: 1_000,
      totalItemsSold: 4,
      totalDiscountCents: 120,
      totalAdjustmentCents: 10,
      totalTipCents: 90,
      totalNetCents: 890,
      refundCount: 0,
      taxes: [{ name: 'VAT', ratePercent: 16, netCents: 767, taxCents: 123 }],
    })
    expect(body.sales).toMatchObject([
      { productName: 'Tea', discountCents: 0, paidCents: 260 },
      { productName: 'Tea', discountCents: 50, paidCents: 450, quantity: 2 },
      { productName: '=Cake', discountCents: 70, paidCents: 180 },
    ])
    for (const sale of body.sales) {
      expect(sale).toMatchObject({ refundedQuantity: 0, refunded: false })
    }
    expect(await report('?productName=tea')).toMatchObject({
      totalDiscountCents: 50,
      totalAdjustmentCents: 10,
      totalTipCents: 64,
      totalNetCents: 710,
    })
    expect(await report('?productName=cake')).toMatchObject({
      totalDiscountCents: 70,
      totalAdjustmentCents: 0,
      totalTipCents: 26,
      totalNetCents: 180,
    })
  })
})
