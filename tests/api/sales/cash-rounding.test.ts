import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { refundsOf, refusedRefund } from '../../support/refunds.ts'
import { cartOf, item, refused, splitCart, tender } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let coffee: string
let accountant: Client
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  coffee = await till.createProduct(9_999)
  accountant = await shop.userWith('reports_export')
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())
beforeEach(() => round(5))

const round = async (cashRoundingCents: number) => {
  const body = { businessName: 'Corner Shop', cashRoundingCents }
  expect(await till.admin.put('/config', body)).toMatchObject({ status: 200 })
}

/** A cart of one line at this price. */
const cartAt = (priceCents: number, tenders: readonly object[], changes = {}) => ({
  ...splitCart(till, [item(coffee, { priceAtOrder: priceCents })], priceCents, tenders),
  ...changes,
})
const sell = (cart: object) => refunds.sell(cart as Record<string, unknown>)
const orderOf = async (id: string) => (await till.getOrder(id)).body

describe('a sale in the store', () => {
  it('may be paid in cash to the nearest multiple, and keeps its total', async () => {
    const cart = cartAt(998, [tender('Cash', 1_000, { givenCents: 2_000 })])
    const { status, body } = await till.checkout(cart)
    expect(status, JSON.stringify(body)).toBe(201)
    expect(body).toMatchObject({ changeCents: 1_000 })
    expect(await orderOf(body.orderId)).toMatchObject({
      total: 998,
      roundingCents: 2,
      items: [{ paidCents: 998 }],
    })
    const { body: tickets } = await till.admin.get('/tickets')
    expect(tickets.find(({ id }: { id: string }) => id === body.ticketId)).toMatchObject({
      totalAmount: 9.98,
      roundingCents: 2,
    })
    const { body: payment } = await till.admin.get(`/payments/${body.paymentIds[0]}`)
    expect(payment).toMatchObject({ amount: 10 })
    const { body: rows } = await till.admin.get('/orders/with-payments')
    expect(rows.find(({ id }: { id: string }) => id === body.orderId)).toMatchObject({
      total: 9.98,
      roundingCents: 2,
      tenders: [{ paymentMethod: 'Cash', amountCents: 1_000 }],
    })
  })

  it('is rounded down, too, beside other tenders and its tip', async () => {
    const tenders = [tender('Credit Card', 500), tender('Cash', 595)]
    const cart = { ...cartAt(1_097, tenders), tipAmount: 1 }
    const orderId = await sell(cart)
    expect(await orderOf(orderId)).toMatchObject({
      total: 1_097,
      tipAmount: 1,
      roundingCents: -2,
      items: [{ paidCents: 997 }],
    })
  })

  it('leaves nothing to pay in cash where that is nearest', async () => {
    const alone = await sell(cartAt(2, [tender('Cash', 0)]))
    const beside = [tender('Credit Card', 500), tender('Cash', 0)]
    const orders = [alone, await sell(cartAt(502, beside))]
    for (const id of orders)
      expect(await orderOf(id)).toMatchObject({ roundingCents: -2 })
  })

  it('may be paid exactly, by tenders and by one payment', async () => {
    const orders = [
      await sell(cartAt(998, [tender('Cash', 998)])),
      await sell(cartOf(till, [item(coffee, { priceAtOrder: 998 })], 998)),
    ]
    for (const id of orders) {
      expect(await orderOf(id)).toMatchObject({ total: 998, roundingCents: 0 })
    }
  })

  it('takes the amount of one payment as it is sent: more is charged, not rounded', async () => {
    const id = await sell(cartOf(till, [item(coffee, { priceAtOrder: 998 })], 1_000))
    expect(await orderOf(id)).toMatchObject({
      total: 1_000,
      roundingCents: 0,
      items: [{ paidCents: 1_000 }],
    })
  })

  const differs = refused('checkout_amounts_differ', { expectedCents: 998 })

  it.each([
    ['another multiple', [tender('Cash', 995)]],
    ['what is not a multiple', [tender('Cash', 999)]],
    ['rounding without cash', [tender('Credit Card', 1_000)]],
    ['cash of 0 beside the whole', [tender('Credit Card', 998), tender('Cash', 0)]],
    ['negative cash', [tender('Credit Card', 1_003), tender('Cash', -5)]],
    ['two tenders of 0', [tender('Cash', 0), tender('Cash', 0)]],
  ])('is refused with %s', async (_, tenders) => {
    const stock = await till.stockOf(coffee)
    expect(await till.checkout(cartAt(998, tenders))).toMatchObject(differs)
    expect(await till.stockOf(coffee)).toBe(stock)
  })

  it('is refused with rounded cash where the shop rounds none', async () => {
    await round(0)
    expect(await till.checkout(cartAt(998, [tender('Cash', 1_000)]))).toMatchObject(
      differs,
    )
  })

  it('is rounded when its payment has arrived, once', async () => {
    const invoice = { description: 'coffee', amountSat: 900 }
    const { paymentHash } = (await till.admin.post('/wallet/createinvoice', invoice)).body
    const cart = cartAt(998, [tender('BTC', 900, { paymentHash }), tender('Cash', 100)])
    const ask = () => till.admin.post('/store/orders/checkout-if-paid', cart)
    expect(await ask()).toMatchObject({ status: 202 })
    await shop.node.pay({ paymentHash })
    const first = await ask()
    expect(first).toMatchObject({ status: 200, body: { status: 'completed' } })
    const again = await ask()
    expect(again).toMatchObject({ status: 200, body: { orderId: first.body.orderId } })
    expect(await orderOf(first.body.orderId)).toMatchObject({ roundingCents: 2 })
  })

  it('with a discount keeps discounts and taxes as they are', async () => {
    const tax = { name: 'VAT', ratePercent: 16 }
    const { id: taxId } = await till.admin.pos.taxes.create({ body: tax })
    const product = await till.admin.pos.products.create({
      body: {
        SKU: 'taxed',
        name: 'Cake',
        costCents: 1,
        categoryIds: [],
        quantity: 9,
        minStockThreshold: 0,
        maxStockThreshold: 0,
        priceCents: 1_000,
        taxId,
      },
    })
    const cart = splitCart(
      till,
      [item(product.id, { priceAtOrder: 1_000, discountCents: 1 })],
      998,
      [tender('Cash', 1_000)],
    )
    const orderId = await sell({ ...cart, discountAmount: 1 })
    expect(await orderOf(orderId)).toMatchObject({
      total: 998,
      discountAmount: 2,
      roundingCents: 2,
      taxes: [{ netCents: 860, taxCents: 138 }],
    })
  })
})

describe('a refund in cash', () => {
  it('is rounded with its own rounding, and gives back what was paid', async () => {
    const orderId = await sell(cartAt(998, [tender('Cash', 1_000)]))
    expect(await refunds.refund(orderId)).toMatchObject({
      status: 200,
      body: { amountCents: 998, roundingCents: -2, status: 'refunded' },
    })
    expect(await orderOf(orderId)).toMatchObject({
      total: 998,
      roundingCents: 2,
      status: 'refunded',
      refund: { amountCents: 998, roundingCents: -2 },
    })
  })

  it('in parts never gives back more than was paid', async () => {
    const cart = splitCart(till, [item(coffee, { priceAtOrder: 33, quantity: 3 })], 99, [
      tender('Cash', 100),
    ])
    const orderId = await sell(cart)
    const items = [{ productId: coffee, quantity: 1 }]
    const roundings = []
    for (let unit = 0; unit < 3; unit += 1) {
      const { status, body } = await refunds.refund(orderId, { items })
      expect(status).toBe(200)
      roundings.push([body.amountCents, body.roundingCents])
    }
    expect(roundings).toEqual([
      [33, -2],
      [33, 3],
      [33, -2],
    ])
  })

  it('beside a card gives back no more than was paid, whatever rounding left out', async () => {
    const cart = cartAt(1_052, [tender('Credit Card', 600), tender('Cash', 450)])
    const orderId = await sell(cart)
    expect(await refunds.refund(orderId)).toMatchObject(
      refusedRefund('refund_exceeds_method', { leftCents: 600 }),
    )
    await refunds.refund(orderId, { amountCents: 600 })
    expect(await refunds.refund(orderId)).toMatchObject({
      status: 200,
      body: { amountCents: 452, roundingCents: 2, status: 'refunded' },
    })
    const { refunds: made } = await orderOf(orderId)
    expect(made.map((each: { paymentMethod: string }) => each.paymentMethod)).toEqual([
      'Credit Card',
      'Cash',
    ])
  })

  it('in parallel parts gives back what was paid, and no more', async () => {
    const cart = splitCart(till, [item(coffee, { priceAtOrder: 33, quantity: 9 })], 297, [
      tender('Cash', 295),
    ])
    const orderId = await sell(cart)
    const items = [{ productId: coffee, quantity: 1 }]
    await Promise.all(
      Array.from({ length: 10 }, () => refunds.refund(orderId, { items })),
    )
    const { refunds: made } = await orderOf(orderId)
    expect(made).toHaveLength(9)
    const given = made.reduce(
      (sum: number, each: { amountCents: number; roundingCents: number }) =>
        sum + each.amountCents - each.roundingCents,
      0,
    )
    expect(given).toBe(295)
  })

  it('instead of a card gives back what coins pay, and no more than the card paid', async () => {
    const paymentMethodId = methodId('Cash')
    const up = await sell(cartAt(998, [tender('Credit Card', 998)]))
    expect((await refunds.refund(up, { paymentMethodId })).body).toMatchObject({
      amountCents: 998,
      roundingCents: 3,
    })
    const down = await sell(cartAt(997, [tender('Credit Card', 997)]))
    expect((await refunds.refund(down, { paymentMethodId })).body).toMatchObject({
      amountCents: 997,
      roundingCents: 2,
    })
  })

  it('to a card is not rounded, nor is one where the shop rounds none', async () => {
    const card = await sell(cartAt(998, [tender('Credit Card', 998)]))
    expect((await refunds.refund(card)).body).toMatchObject({ roundingCents: 0 })
    const cash = await sell(cartAt(998, [tender('Cash', 1_000)]))
    await round(0)
    expect((await refunds.refund(cash)).body).toMatchObject({ roundingCents: 0 })
  })
})

/** The rows of an export, by their columns. */
async function exported(type: string): Promise<Record<string, string>[]> {
  const { body } = await accountant.get(`/reports/export?type=${type}`)
  const [header = '', ...rows] = body.replace('\ufeff', '').trimEnd().split('\r\n')
  const columns = header.split(',')
  return rows.map((row: string) =>
    Object.fromEntries(row.split(',').map((cell, at) => [columns[at], cell])),
  )
}

const sumOf = (rows: readonly Record<string, string>[], column: string) =>
  Math.round(rows.reduce((sum, row) => sum + Number(row[column]) * 100, 0))

describe('the books', () => {
  it('have the rounding apart, from shift to Z, report and export', async () => {
    const before = (await till.admin.get('/reports')).body
    const shifts = await shiftsOf(shop)
    // Whatever the tests before have sold
    await shifts.closeShift(await shifts.createShift())
    const id = await shifts.createShift({ initialAmount: 50 })
    const first = await sell(cartAt(998, [tender('Cash', 1_000)]))
    await sell(cartAt(502, [tender('Credit Card', 100), tender('Cash', 400)]))
    await refunds.refund(first, { amountCents: 498 })
    const expected = {
      totalSales: 15,
      totalRounding: 0,
      totalRefunds: 5,
      refundRounding: -0.02,
      cashSales: 14,
      cashRefunds: 5,
      expectedTotal: 59,
      byPaymentMethod: [
        { name: 'Cash', total: 14, refunds: 5, net: 9 },
        { name: 'Credit Card', total: 1, refunds: 0, net: 1 },
      ],
    }
    expect(await shifts.breakdown(id)).toMatchObject(expected)
    await sell(cartAt(3, [tender('Cash', 5)]))
    const running = { totalSales: 15.03, totalRounding: 0.02, cashSales: 14.05 }
    expect(await shifts.breakdown(id)).toMatchObject({ ...running, expectedTotal: 59.05 })
    await shifts.closeShift(id, { finalAmount: 59.05 })
    expect(await shifts.zReport(id)).toMatchObject({ ...running, difference: 0 })

    const after = (await till.admin.get('/reports')).body
    expect(after.totalRoundingCents - before.totalRoundingCents).toBe(0)
    expect(after.totalNetCents - before.totalNetCents).toBe(1_503 - 498)

    const z = (await exported('z-reports')).at(-1)
    expect(z).toMatchObject({
      sales: '15.03',
      rounding: '0.02',
      refundRounding: '-0.02',
      paidCash: '14.05',
      netCash: '9.05',
    })
    const sales = await exported('sales')
    const refunded = await exported('refunds')
    for (const row of sales) {
      const { quantity, price, discount, addedTax, adjustment, rounding, paid } = row
      expect(
        Math.round(
          (Number(quantity) * Number(price) -
            Number(discount) +
            Number(addedTax) +
            Number(adjustment) +
            Number(rounding) -
            Number(paid)) *
            100,
        ),
      ).toBe(0)
    }
    for (const { net, tax, tip, rounding, amount } of refunded) {
      const parts = Number(net) + Number(tax) + Number(tip) - Number(rounding)
      expect(Math.round(parts * 100)).toBe(Math.round(Number(amount) * 100))
    }
    expect(sumOf(sales, 'rounding') + sumOf(refunded, 'rounding')).toBe(
      after.totalRoundingCents,
    )
    const goods = (rows: readonly Record<string, string>[]) =>
      sumOf(rows, 'net') + sumOf(rows, 'tax')
    expect(goods(sales) - goods(refunded)).toBe(after.totalNetCents)
    const payments = await exported('payments')
    expect(sumOf(sales, 'paid') + sumOf(sales, 'tip')).toBe(sumOf(payments, 'amount'))
    expect(sumOf(sales, 'paid') - sumOf(sales, 'rounding')).toBe(
      after.totalNetCents + after.totalRefundedCents - sumOf(refunded, 'tip'),
    )
    expect(sales.at(-1)).toMatchObject({
      productName: '',
      quantity: '0',
      rounding: '0.02',
      paid: '0.02',
      net: '0.00',
      tax: '0.00',
    })
  })
})
