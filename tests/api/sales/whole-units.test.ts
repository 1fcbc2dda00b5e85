import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencyByAcronym } from '../../../shared/platform/money/currencies.ts'
import { openBills } from '../../support/bills.ts'
import { refundsOf } from '../../support/refunds.ts'
import { cartOf, item, refused, splitCart, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let bills: Awaited<ReturnType<typeof openBills>>
let coffee: string
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  bills = await openBills(shop)
  refunds = refundsOf(shop, till)
  await till.admin.put('/base-currency', { acronym: 'JPY' })
  const tax = { name: 'VAT', ratePercent: 8, isDefault: true }
  await till.admin.post('/taxes', tax)
  coffee = await till.createProduct(9_999)
  const config = { businessName: 'Kissaten', pricesIncludeTax: false }
  await till.admin.put('/config', config)
})
afterAll(() => shop.close())

const yen = currencyByAcronym('JPY').id
const inYen = (name: string, cents: number) => tender(name, cents, { currencyId: yen })
const orderOf = async (id: string) => (await till.getOrder(id)).body

type Shares = { paidCents: number; discountCents: number }[]
const wholes = (items: Shares) =>
  items
    .flatMap((each) => [each.paidCents, each.discountCents])
    .map((cents) => cents % 100)

describe('in a currency without cents', () => {
  it('a sale has whole taxes and shares, and so do its refunds', async () => {
    const items = [
      item(coffee, { priceAtOrder: 35_500, quantity: 3 }),
      item(coffee, { priceAtOrder: 12_300 }),
    ]
    // 1,188 yen less 100, and 8 % of 1,088: 87.04 becomes 87
    const cart = splitCart(till, items, 117_500, [inYen('Cash', 117_500)])
    const orderId = await refunds.sell({ ...cart, discountAmount: 10_000 })
    const order = await orderOf(orderId)
    expect(order).toMatchObject({
      total: 117_500,
      taxes: [{ netCents: 108_800, taxCents: 8_700 }],
    })
    expect(wholes(order.items)).toEqual([0, 0, 0, 0])
    const units = [{ productId: coffee, quantity: 1, priceAtOrder: 35_500 }]
    const unit = (await refunds.refund(orderId, { items: units })).body
    expect(unit.amountCents % 100).toBe(0)
    expect(unit.amountCents).toBe(Math.floor(order.items[0].paidCents / 300) * 100)
    const sum = (await refunds.refund(orderId, { amountCents: 10_000 })).body
    expect(sum).toMatchObject({ status: 'partially_refunded' })
    const rest = (await refunds.refund(orderId)).body
    expect(unit.amountCents + 10_000 + rest.amountCents).toBe(117_500)
    expect(rest.amountCents % 100).toBe(0)
    const { body } = await till.admin.get('/reports')
    for (const { netCents, taxCents } of body.taxes) {
      expect([netCents % 100, taxCents % 100]).toEqual([0, 0])
    }
  })

  it('a bill is due in whole units', async () => {
    const id = await bills.createBill([99_500])
    const settle = (cents: number) =>
      bills.waiter.post(`/orders/${id}/settle`, {
        tenders: [inYen('Cash', cents)],
        userId: shop.ownerId,
      })
    expect(await settle(1)).toMatchObject(
      refused('checkout_amounts_differ', { expectedCents: 107_500 }),
    )
    expect(await settle(107_500)).toMatchObject({ status: 200 })
  })

  it('a till that sends cents sells, and its sums are exact to the cent', async () => {
    const items = [
      item(coffee, { priceAtOrder: 1_050, quantity: 3 }),
      item(coffee, { priceAtOrder: 700 }),
    ]
    const orderId = await refunds.sell(cartOf(till, items, 4_000, { currencyId: yen }))
    const order = await orderOf(orderId)
    const paid = order.items.map(({ paidCents }: { paidCents: number }) => paidCents)
    expect(paid.reduce((sum: number, cents: number) => sum + cents, 0)).toBe(4_000)
    const units = [{ productId: coffee, quantity: 1, priceAtOrder: 1_050 }]
    let given = 0
    for (let unit = 0; unit < 3; unit += 1) {
      given += (await refunds.refund(orderId, { items: units })).body.amountCents
    }
    given += (await refunds.refund(orderId)).body.amountCents
    expect(given).toBe(4_000)
  })

  it('cash may be rounded to five units', async () => {
    const config = { businessName: 'Kissaten', cashRoundingCents: 500 }
    expect(await till.admin.put('/config', config)).toMatchObject({ status: 200 })
    const cart = splitCart(till, [item(coffee, { priceAtOrder: 91_900 })], 99_300, [
      inYen('Cash', 99_500),
    ])
    expect(await orderOf(await refunds.sell(cart))).toMatchObject({
      total: 99_300,
      roundingCents: 200,
    })
  })
})
