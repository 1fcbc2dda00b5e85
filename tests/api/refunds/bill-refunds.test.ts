import { afterAll, beforeAll, expect, it } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import { refusedRefund } from '../../support/refunds.ts'
import { tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'

let shop: Shop
let bills: Bills
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  bills = await openBills(shop)
})
afterAll(() => shop.close())

const refund = (orderId: string, body: object = {}) =>
  bills.admin.post(`/orders/${orderId}/refund`, body)

const row = async (orderId: string) =>
  (await bills.admin.get('/orders/with-payments')).body.find(
    ({ id }: { id: string }) => id === orderId,
  )

it('gives back lines of a settled order, then the rest, and it stays paid', async () => {
  const orderId = await bills.createBill([1_000, 500, 300])
  const lines = await bills.linesOf(orderId)
  const [first = '', second = '', third = ''] = lines.map(({ id }) => id)
  await bills.admin.put(`/orders/${orderId}/dishes/${third}`, { status: 'cancelled' })
  const settled = await bills.settle(orderId, 1_600, { tipAmount: 1 })
  expect(settled.status, JSON.stringify(settled.body)).toBe(200)
  const line = (id: string) => ({ items: [{ orderDishId: id }] })
  expect(await refund(orderId, line(first))).toMatchObject({
    status: 200,
    body: {
      orderId,
      amountCents: 1_000,
      items: [{ orderDishId: first, quantity: 1, amountCents: 1_000 }],
      status: 'partially_refunded',
    },
  })
  const exceeds = refusedRefund('refund_exceeds_paid')
  expect(await refund(orderId, line(first))).toMatchObject(exceeds)
  expect(await refund(orderId, line(third))).toMatchObject(exceeds)
  expect(await refund(orderId, line('none'))).toMatchObject({ status: 400 })
  expect(await refund(orderId)).toMatchObject({
    body: { amountCents: 600, items: [{ orderDishId: second }], status: 'refunded' },
  })
  expect(await refund(orderId)).toMatchObject(refusedRefund('already_refunded'))
  expect(await row(orderId)).toMatchObject({
    status: 'paid',
    refunds: [{ amountCents: 1_000 }, { amountCents: 600, items: [] }],
    refund: { amountCents: 600, paymentMethod: 'Cash' },
  })
  const { refunds } = await row(orderId)
  const last = {
    ...refunds[1],
    items: [{ orderDishId: second, quantity: 1, amountCents: 500 }],
  }
  expect((await bills.admin.get(`/orders/${orderId}`)).body).toMatchObject({
    refund: last,
    refunds: [{ id: refunds[0].id }, last],
  })
})

it('pays out the satoshis of a settled order', async () => {
  const orderId = await bills.createBill([1_000])
  const { body } = await bills.admin.post('/wallet/createinvoice', {
    description: 'soup',
    amountSat: 900,
  })
  const { paymentHash } = body
  await shop.node.pay({ paymentHash })
  const tenders = [tender('BTC', 1_000, { paymentHash })]
  expect((await bills.settle(orderId, 0, { tenders })).status).toBe(200)
  const invoice = (await shop.node.invoice({ amountSat: 900 })).body.serialized
  expect(await refund(orderId, { invoice })).toMatchObject({
    body: { satoshiAmount: 900, refundInvoice: invoice, status: 'refunded' },
  })
})

it('is refused for an order that is not settled, and for one of the store', async () => {
  const open = await bills.createBill([1_000])
  const paid = await bills.createBill([1_000], { status: 'paid' })
  for (const id of [open, paid]) {
    expect(await refund(id)).toMatchObject(refusedRefund('order_not_paid'))
  }
  expect(await refund('none')).toMatchObject({
    status: 404,
    body: { message: 'Order not found' },
  })
})
