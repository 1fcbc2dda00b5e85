import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { refundsOf, refusedRefund } from '../../support/refunds.ts'
import { item, splitCart, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let refunds: ReturnType<typeof refundsOf>
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  refunds = refundsOf(shop, till)
})
afterAll(() => shop.close())

describe('a refund is refused', () => {
  it('for an order that does not exist, or is of the restaurant', async () => {
    const table = await till.admin.post('/orders', {
      userId: shop.ownerId,
      status: 'paid',
      total: 5,
    })
    for (const id of [randomUUID(), 'none', table.body.id]) {
      expect(await refunds.refund(id)).toMatchObject({
        status: 404,
        body: { message: 'Order not found' },
      })
    }
  })

  it.each([
    { items: [], reason: 'empty' },
    { items: [{ productId: 'x', quantity: 0 }] },
    { items: [{ productId: 'x', quantity: 1 }] },
    { items: [{ productId: 'x', quantity: 1 }], amountCents: 5 },
    { amountCents: 0 },
    { amountCents: 1.5 },
    { amountCents: 5, paymentMethodId: 'none' },
    { invoice: 'no invoice' },
    { reason: 'x'.repeat(501) },
    { restock: 'yes' },
    'no object',
  ])('for %j', async (body) => {
    const orderId = await refunds.sell(till.cart(await till.createProduct(5)))
    const answer = await refunds.refund(orderId, body as object)
    expect(answer).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect((await till.getOrder(orderId)).body).toMatchObject({
      status: 'closed',
      refund: null,
      refunds: [],
    })
  })

  it('after a sum that left nothing, which returned the units', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 2, { amount: 5.5, tipAmount: 0.5 })
    const orderId = await refunds.sell(cart)
    await refunds.refund(orderId, { amountCents: 520 })
    expect((await refunds.refund(orderId, { amountCents: 30 })).body).toMatchObject({
      amountCents: 30,
      status: 'refunded',
      items: [{ productId: coffee, quantity: 2, amountCents: 0 }],
    })
    expect(await till.stockOf(coffee)).toBe(5)
    expect(await refunds.refund(orderId)).toMatchObject(refusedRefund('already_refunded'))
  })

  it('in a method that paid nothing of the sale, and in Bitcoin without an invoice', async () => {
    const coffee = await till.createProduct(9)
    const paid = [
      tender('BTC', 100, { paymentHash: newPaymentHash() }),
      tender('Debit Card', 150),
    ]
    const orderId = await refunds.sell(splitCart(till, [item(coffee)], 250, paid))
    const others = ['Credit Card', 'Bank Transfer', 'BTC'].map(methodId)
    for (const paymentMethodId of [...others, randomUUID(), 'none']) {
      expect(await refunds.refund(orderId, { amountCents: 10, paymentMethodId })).toEqual(
        expect.objectContaining({
          status: 400,
          body: {
            message: expect.any(String),
            code: 'refund_method_not_used',
            field: 'paymentMethodId',
            source: 'service',
          },
        }),
      )
    }
    const paymentMethodId = methodId('Cash')
    const inCash = await refunds.refund(orderId, { amountCents: 10, paymentMethodId })
    expect(inCash.status).toBe(200)
  })

  it('for an invoice where no bitcoin was received', async () => {
    const orderId = await refunds.sell(till.cart(await till.createProduct(5)))
    const invoice =
      'lntb2500n1pwxlkl5pp5g8hz28tlf950ps942lu3dknfete8yax2ctywpwjs872x9kngvvuqdqage5hyum5yp6x2um5yp5kuan0d93k2cqzyskdc5s2ltgm9kklz42x3e4tggdd9lcep2s9t2yk54gnfxg48wxushayrt52zjmua43gdnxmuc5s0c8g29ja9vnxs6x3kxgsha07htcacpmdyl64'
    expect(await refunds.refund(orderId, { invoice })).toMatchObject(
      refusedRefund('no_bitcoin_payment'),
    )
  })

  it('of users without the permission, also by their live role', async () => {
    const orderId = await refunds.sell(till.cart(await till.createProduct(5)))
    const path = `/store/orders/${orderId}/refund`
    expect((await till.cashier.post(path, {})).status).toBe(403)
    const staff = await staffOf(shop)
    const roleId = await staff.createRoleWith('orders_refund')
    const { credentials } = await staff.createUser(roleId)
    const rosa = await shop.login(credentials)
    await staff.admin.pos.roles.assign({
      params: { id: roleId },
      body: { permissions: [] },
    })
    expect(await rosa.post(path, {})).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
  })

  it('after 50 of an order', async () => {
    const orderId = await refunds.sell(till.cart(await till.createProduct(5)))
    for (let count = 1; count <= 50; count += 1) {
      expect((await refunds.refund(orderId, { amountCents: 1 })).status).toBe(200)
    }
    expect(await refunds.refund(orderId)).toMatchObject({
      status: 400,
      body: { message: 'Invalid request: an order has at most 50 refunds' },
    })
  })
})
