import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import { findOrder } from '../../../shared/selling/sales/orders.ts'
import { refundsOf, refusedRefund } from '../../support/refunds.ts'
import {
  cartOf,
  item,
  makeBundle,
  readDay,
  splitCart,
  tender,
} from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
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

const noKey = { pk: '-', sk: '-' }
const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const isoTime = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)

describe('a refund without items', () => {
  it('gives back all, tip included, and the stock', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 2, { amount: 6, tipAmount: 1 })
    const orderId = await refunds.sell(cart)
    const before = await readDay()
    const line = { productId: coffee, line: 0, priceAtOrder: 250 }
    const { status, body } = await refunds.refund(orderId, { invoice: '' })
    expect([status, body]).toEqual([
      200,
      {
        id: uuid,
        receiptNumber: expect.stringMatching(/^R-\d+$/),
        orderId,
        refundInvoice: '',
        satoshiAmount: 0,
        refundedAt: isoTime,
        amountCents: 600,
        roundingCents: 0,
        items: [{ ...line, quantity: 2, amountCents: 500 }],
        status: 'refunded',
      },
    ])
    expect(await till.stockOf(coffee)).toBe(5)
    const cash = methodId('Cash')
    const refunded = (day: Awaited<ReturnType<typeof readDay>>) =>
      Number(day.refunds.find((each) => each.methodId === cash)?.cents ?? 0)
    expect(refunded(await readDay()) - refunded(before)).toBe(600)
  })

  it('is shown by the order and the lists, whose filter knows it', async () => {
    const coffee = await till.createProduct(5)
    const orderId = await refunds.sell(till.cart(coffee))
    const { body } = await refunds.refund(orderId, { reason: ' cold ', invoice: ' ' })
    const shown = {
      id: body.id,
      receiptNumber: body.receiptNumber,
      refundInvoice: null,
      satoshiAmount: 0,
      refundedAt: body.refundedAt,
      amountCents: 250,
      roundingCents: 0,
      paymentMethodId: methodId('Cash'),
      paymentMethod: 'Cash',
      userId: shop.ownerId,
      userName: 'Ana',
      reason: 'cold',
      items: body.items,
    }
    const asShown = { status: 'refunded', refund: shown, refunds: [shown] }
    expect((await till.getOrder(orderId)).body).toMatchObject(asShown)
    const listed = await till.cashier.get('/store/orders?status=refunded')
    expect(listed.body).toContainEqual(
      expect.objectContaining({ id: orderId, ...asShown }),
    )
    const closed = await till.cashier.get('/store/orders?status=closed')
    expect(closed.body).not.toContainEqual(expect.objectContaining({ id: orderId }))
    const paid = await till.cashier.get('/orders/with-payments?status=refunded')
    expect(paid.body).toContainEqual(expect.objectContaining({ id: orderId, ...asShown }))
    const rows = (await till.cashier.get('/orders/with-payments?status=paid')).body
    if (Array.isArray(rows)) {
      expect(rows).not.toContainEqual(expect.objectContaining({ id: orderId }))
    }
    expect(
      await till.admin.put(`/orders/${orderId}`, {
        userId: shop.ownerId,
        status: 'refunded',
        total: 1,
      }),
    ).toMatchObject({ status: 400, body: { message: 'Invalid status: refunded' } })
  })

  it('is refused a second time', async () => {
    const orderId = await refunds.sell(till.cart(await till.createProduct(5)))
    expect((await refunds.refund(orderId)).status).toBe(200)
    expect(await refunds.refund(orderId)).toMatchObject(refusedRefund('already_refunded'))
  })

  it('returns the first response under its Idempotency-Key, and refunds once', async () => {
    const coffee = await till.createProduct(5)
    const orderId = await refunds.sell(till.cart(coffee, 2))
    const key = { 'Idempotency-Key': randomUUID() }
    const body = { items: [{ productId: coffee, quantity: 1 }] }
    const first = await refunds.refund(orderId, body, key)
    expect(first.status).toBe(200)
    expect(await refunds.refund(orderId, body, key)).toMatchObject({ body: first.body })
    expect(await till.stockOf(coffee)).toBe(4)
  })
})

describe('a refund of units', () => {
  it('gives floor(paid x (k + n) / q) - floor(paid x k / q), and leaves the order closed', async () => {
    const coffee = await till.createProduct(5)
    const cart = cartOf(till, [item(coffee, { quantity: 3 })], 100)
    const orderId = await refunds.sell(cart)
    const units = (quantity: number) => ({ items: [{ productId: coffee, quantity }] })
    expect((await refunds.refund(orderId, units(1))).body).toMatchObject({
      amountCents: 33,
      status: 'partially_refunded',
    })
    expect((await till.getOrder(orderId)).body).toMatchObject({ status: 'closed' })
    expect(await refunds.refund(orderId, units(3))).toMatchObject(
      refusedRefund('refund_exceeds_paid', { field: 'items' }),
    )
    expect((await refunds.refund(orderId, units(2))).body).toMatchObject({
      amountCents: 67,
      status: 'refunded',
    })
  })

  it('names the price where a product was sold at several, whatever line it names', async () => {
    const coffee = await till.createProduct(5)
    const items = [item(coffee), item(coffee, { priceAtOrder: 100 })]
    const orderId = await refunds.sell(cartOf(till, items, 350))
    const wanted = (priceAtOrder?: number, line?: number) => ({
      items: [{ productId: coffee, quantity: 1, priceAtOrder, line }],
    })
    const refused = { status: 400, body: { message: expect.any(String) } }
    const unpriced = [undefined, 0, 1, 2].map((line) => wanted(undefined, line))
    for (const body of [...unpriced, wanted(7), wanted(100, 0)]) {
      expect(await refunds.refund(orderId, body)).toMatchObject(refused)
    }
    const { body } = await refunds.refund(orderId, wanted(100))
    expect(body).toMatchObject({ amountCents: 100, items: [{ line: 1 }] })
    const last = await refunds.refund(orderId, wanted(250, 0))
    expect(last.body).toMatchObject({ amountCents: 250, items: [{ line: 0 }] })
  })

  it('names the line where product and price leave it open', async () => {
    const coffee = await till.createProduct(5)
    const orderId = await refunds.sell(till.cart(coffee, 2, { amount: 5 }))
    // Earlier releases kept the lines of a product apart
    const order = await findOrder(orderId)
    const line = {
      productId: coffee,
      productName: 'Coffee',
      quantity: 1,
      priceAtOrder: 250,
    }
    const items = [300, 200].map((paidCents) => ({ ...line, paidCents }))
    await transact([update(order ?? noKey, { set: { items } })])
    const wanted = (at?: number) => ({
      items: [{ productId: coffee, quantity: 1, line: at }],
    })
    for (const at of [undefined, 2]) {
      expect(await refunds.refund(orderId, wanted(at))).toMatchObject({ status: 400 })
    }
    const second = await refunds.refund(orderId, wanted(1))
    expect(second.body).toMatchObject({ amountCents: 200, items: [{ line: 1 }] })
    const first = await refunds.refund(orderId, wanted(0))
    expect(first.body).toMatchObject({ amountCents: 300, items: [{ line: 0 }] })
  })

  it('returns the components of a bundle, and nothing without restock', async () => {
    const [menu, bun] = [await till.createProduct(0), await till.createProduct(9)]
    await makeBundle(menu, { [bun]: 2 })
    const orderId = await refunds.sell(till.cart(menu, 2))
    await makeBundle(menu, { [bun]: 3 })
    const one = { items: [{ productId: menu, quantity: 1 }] }
    expect((await refunds.refund(orderId, one)).status).toBe(200)
    expect(await till.stockOf(bun)).toBe(7)
    expect((await refunds.refund(orderId, { ...one, restock: false })).status).toBe(200)
    expect(await till.stockOf(bun)).toBe(7)
  })

  it('is made though the product was deleted', async () => {
    const [coffee, cake] = [await till.createProduct(5), await till.createProduct(5)]
    const orderId = await refunds.sell(cartOf(till, [item(coffee), item(cake)], 500))
    await till.admin.del(`/products/${coffee}`)
    expect((await refunds.refund(orderId)).body).toMatchObject({ amountCents: 500 })
    expect(await till.stockOf(cake)).toBe(5)
  })
})

describe('a refund of a sum', () => {
  it('is taken from what the lines have left, then from the tip', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 2, { amount: 5.5, tipAmount: 0.5 })
    const orderId = await refunds.sell(cart)
    expect((await refunds.refund(orderId, { amountCents: 520 })).body).toMatchObject({
      amountCents: 520,
      items: [],
      status: 'partially_refunded',
    })
    expect(await till.stockOf(coffee)).toBe(3)
    expect(await refunds.refund(orderId, { amountCents: 31 })).toMatchObject(
      refusedRefund('refund_exceeds_paid', { field: 'amountCents' }),
    )
    const units = await refunds.refund(orderId, {
      items: [{ productId: coffee, quantity: 2 }],
    })
    expect(units.body).toMatchObject({ amountCents: 0, status: 'partially_refunded' })
    expect(await till.stockOf(coffee)).toBe(5)
    const rest = await refunds.refund(orderId)
    expect(rest.body).toMatchObject({ amountCents: 30, status: 'refunded' })
  })
})

describe('the method of a refund', () => {
  it('is the one asked for, else that of which most is left, else cash', async () => {
    const coffee = await till.createProduct(9)
    const paid = [tender('Cash', 100), tender('Credit Card', 150)]
    const orderId = await refunds.sell(splitCart(till, [item(coffee)], 250, paid))
    const methodOf = async (body: object) => {
      await refunds.refund(orderId, body)
      return (await till.getOrder(orderId)).body.refund.paymentMethod
    }
    expect(await methodOf({ amountCents: 100 })).toBe('Credit Card')
    expect(await methodOf({ amountCents: 10 })).toBe('Cash')
    const byCard = { amountCents: 10, paymentMethodId: methodId('Credit Card') }
    expect(await methodOf(byCard)).toBe('Credit Card')
    const bitcoin = till.cart(coffee, 1, {
      paymentMethodId: methodId('BTC'),
      paymentHash: newPaymentHash(),
    })
    const other = await refunds.sell(bitcoin)
    await refunds.refund(other)
    expect((await till.getOrder(other)).body.refund.paymentMethod).toBe('Cash')
  })
})

it('a method gives back what it took and has left, and cash the rest', async () => {
  const coffee = await till.createProduct(9)
  const paid = [
    tender('Credit Card', 1_000),
    tender('BTC', 768, { paymentHash: newPaymentHash() }),
  ]
  const items = [item(coffee, { priceAtOrder: 1_768 })]
  const orderId = await refunds.sell(splitCart(till, items, 1_768, paid))
  const paymentMethodId = methodId('Credit Card')
  const exceeds = (leftCents: number) =>
    refusedRefund('refund_exceeds_method', { leftCents, field: 'paymentMethodId' })
  for (const body of [{}, { paymentMethodId }, { paymentMethodId, amountCents: 1_001 }]) {
    expect(await refunds.refund(orderId, body)).toMatchObject(exceeds(1_000))
  }
  const part = { paymentMethodId, amountCents: 400 }
  // Of two at once that do not fit together, one is made
  const both = await Promise.all(
    [700, 400].map((amountCents) =>
      refunds.refund(orderId, { paymentMethodId, amountCents }),
    ),
  )
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([
    200, 409,
  ])
  const byCard = both.find(({ status }) => status === 200)?.body.amountCents
  const left = 1_000 - byCard
  expect(await refunds.refund(orderId, { ...part, amountCents: left + 1 })).toMatchObject(
    exceeds(left),
  )
  const rest = await refunds.refund(orderId, { paymentMethodId: methodId('Cash') })
  expect(rest).toMatchObject({
    status: 200,
    body: { amountCents: 1_768 - byCard, status: 'refunded' },
  })
})

it('a sale from before snapshots is refunded by what its order says', async () => {
  const [coffee, cake] = [await till.createProduct(5), await till.createProduct(5)]
  const items = [item(coffee, { quantity: 2 }), item(cake)]
  const orderId = await refunds.sell(cartOf(till, items, 600))
  const order = await findOrder(orderId)
  const earlier = [coffee, cake].map((productId, at) => ({
    productId,
    productName: 'Coffee',
    quantity: 2 - at,
    priceAtOrder: 250,
  }))
  await transact([update(order ?? noKey, { set: { items: earlier }, remove: ['sale'] })])
  const one = { items: [{ productId: cake, quantity: 1 }] }
  expect((await refunds.refund(orderId, one)).body).toMatchObject({ amountCents: 200 })
  expect((await refunds.refund(orderId)).body).toMatchObject({
    amountCents: 400,
    status: 'refunded',
  })
  expect((await till.getOrder(orderId)).body).toMatchObject({
    status: 'refunded',
    number: null,
    items: [{ paidCents: 400 }, { paidCents: 200 }],
  })
  expect(await till.stockOf(coffee)).toBe(5)
})
