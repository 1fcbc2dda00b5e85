import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundsOf } from '../../support/refunds.ts'
import { cartOf, item, readDay, refused } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { type Cart, newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())

/** An amount keyed in. */
const keyed = (name: unknown, priceAtOrder = 400, changes: object = {}) => ({
  name,
  quantity: 1,
  priceAtOrder,
  ...changes,
})

const sell = (items: readonly object[], amountCents: number, changes: Cart = {}) =>
  till.checkout(cartOf(till, items, amountCents, changes))

const setOpenAmounts = async (openAmounts: boolean) => {
  const { body: config } = await till.admin.get('/config')
  await till.admin.put('/config', { ...config, openAmounts })
}

describe('an amount keyed in', () => {
  it('is sold by its name, listed and printed like any line', async () => {
    const coffee = await till.createProduct(5)
    const items = [keyed('Gift wrap'), item(coffee), keyed(' Gift wrap ')]
    const { status, body } = await sell(items, 1050)
    expect(status).toBe(201)
    const order = (await till.getOrder(body.orderId)).body
    expect(order.items).toMatchObject([
      { productId: '', productName: 'Gift wrap', quantity: 2, paidCents: 800 },
      { productId: coffee, productName: 'Coffee', quantity: 1 },
    ])
    const { body: report } = await till.admin.get('/reports?productName=gift')
    expect(report.sales).toMatchObject([{ productName: 'Gift wrap', quantity: 2 }])
    expect(await till.stockOf(coffee)).toBe(4)
  })

  it('makes lines by name and tax', async () => {
    const tax = { name: 'Keyed tax', ratePercent: 25 }
    const { id: taxId } = (await till.admin.post('/taxes', tax)).body
    const items = [keyed('A'), keyed('B'), keyed('A', 500, { taxId }), keyed('A')]
    const { body } = await sell(items, 1700)
    const order = (await till.getOrder(body.orderId)).body
    expect(order.items).toMatchObject([
      { productName: 'A', quantity: 2 },
      { productName: 'B', quantity: 1 },
      { productName: 'A', quantity: 1 },
    ])
    expect(order.taxes).toEqual([
      { name: 'Keyed tax', ratePercent: 25, netCents: 400, taxCents: 100 },
    ])
    const { status, body: unknown } = await sell([keyed('A', 4, { taxId: 'x' })], 4)
    expect({ status, body: unknown }).toMatchObject(
      refused('checkout_invalid_reference', { field: 'items[0].taxId' }),
    )
  })

  it.each([
    ['neither', {}],
    ['a blank name', { name: ' ' }],
    ['a name that is too long', { name: 'x'.repeat(201) }],
    ['a name with a control character', { name: 'a\u0007b' }],
    ['a name that is not a text', { name: 5 }],
  ])('is refused with %s', async (_, fields) => {
    const items = [{ quantity: 1, priceAtOrder: 400, ...fields }]
    expect(await sell(items, 400)).toMatchObject(refused('checkout_invalid_reference'))
  })

  it('is refused in a quantity that reports could not add up', async () => {
    const items = [keyed('A', 0, { quantity: Number.MAX_SAFE_INTEGER })]
    expect(await sell(items, 0)).toMatchObject(
      refused('checkout_invalid_quantity', { field: 'items[0].quantity' }),
    )
  })

  it.each([
    ['text', { name: 'Tea', taxId: 'x' }],
    ['neither a name nor a tax', { name: 5, taxId: 5 }],
  ])(
    'is none beside a product, where name and tax are ignored: %s',
    async (_, fields) => {
      const coffee = await till.createProduct(5)
      const { status, body } = await sell([item(coffee, fields)], 250)
      expect(status).toBe(201)
      const order = (await till.getOrder(body.orderId)).body
      expect(order.items).toMatchObject([{ productId: coffee, productName: 'Coffee' }])
      expect(await till.stockOf(coffee)).toBe(4)
    },
  )

  it('may be sent with the blank productId that lists show', async () => {
    expect((await sell([{ ...keyed('A'), productId: '' }], 400)).status).toBe(201)
  })

  it('is given back by its line, and returns nothing to stock', async () => {
    const coffee = await till.createProduct(5)
    const items = [item(coffee), keyed('A'), keyed('B', 300, { quantity: 2 })]
    const orderId = await refunds.sell(cartOf(till, items, 1250))
    const refund = (units: object) =>
      refunds.refund(orderId, { items: [{ quantity: 1, ...units }] })
    expect((await refund({})).status).toBe(400)
    expect((await refund({ line: 0 })).status).toBe(400)
    const { status, body } = await refund({ line: 2 })
    expect({ status, items: body.items }).toEqual({
      status: 200,
      items: [
        { productId: '', line: 2, quantity: 1, priceAtOrder: 300, amountCents: 300 },
      ],
    })
    expect((await refund({ productId: '', line: 1 })).status).toBe(200)
    expect((await refunds.refund(orderId)).body).toMatchObject({ amountCents: 550 })
    expect(await till.stockOf(coffee)).toBe(5)
  })

  it('is in the audit trail, the day and the X report', async () => {
    const before = (await readDay()).openLines
    const { body } = await sell([keyed('Thing', 100), keyed('Other', 50)], 150)
    const { body: entries } = await till.admin.get('/audit')
    const entry = entries.find(
      ({ subjectId }: { subjectId: string }) => subjectId === body.orderId,
    )
    expect(entry).toMatchObject({
      kind: 'discount',
      after: {
        openAmounts: [
          { name: 'Thing', quantity: 1, priceCents: 100, paidCents: 100 },
          { name: 'Other', quantity: 1, priceCents: 50, paidCents: 50 },
        ],
      },
    })
    const { openLines } = await readDay()
    expect([
      openLines.count - before.count,
      Number(openLines.cents) - Number(before.cents),
    ]).toEqual([2, 150])
  })

  it('is the same of a payment hash by name and tax', async () => {
    const paymentHash = newPaymentHash()
    const first = await sell([keyed('A')], 400, { paymentHash })
    expect(await sell([keyed('A')], 400, { paymentHash })).toMatchObject({
      status: 201,
      body: first.body,
    })
    expect((await sell([keyed('B')], 400, { paymentHash })).status).toBe(409)
  })
})

describe('without openAmounts', () => {
  beforeAll(() => setOpenAmounts(false))
  afterAll(() => setOpenAmounts(true))

  it('only those who give discounts key in amounts', async () => {
    const denied = { status: 403, body: { message: 'Permission required' } }
    const paymentHash = newPaymentHash()
    const cart = cartOf(till, [keyed('Whisky', 100)], 100)
    expect(await till.checkout(cart)).toMatchObject(denied)
    // Before the customer pays
    expect(await till.checkoutIfPaid({ ...cart, paymentHash })).toMatchObject(denied)
    await refunds.sell(cart)
  })
})
