import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import {
  putInvoice,
  upsertNotification,
} from '../../../shared/selling/sales/payment-hashes.ts'
import { refused } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import {
  checkoutFailed,
  newPaymentHash,
  openTill,
  type Till,
} from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop({ node: 'direct' })
  till = await openTill(shop)
  await shop.node.faults({ webhook: 'lost' })
})
afterAll(() => shop.close())
afterEach(() => shop.node.faults({ webhook: 'lost', refuse: null, status500: null }))

/** Creates an invoice of 1,000 sat and a cart of 4 coffees that is paid with it. */
async function createInvoicedCart(stock = 10) {
  const { body } = await till.admin.post('/wallet/createinvoice', {
    description: 'coffee',
    amountSat: 1_000,
  })
  const coffee = await till.createProduct(stock)
  const { paymentHash } = body as { paymentHash: string }
  const cart = till.cart(coffee, 4, { paymentHash, satoshiAmount: 1_000 })
  return { coffee, paymentHash, cart }
}

/** A notification of a payment whose invoice the till's user has made. */
const recordNotification = (paymentHash: string, amountSat: number | null) =>
  transact([
    upsertNotification(paymentHash, { receivedAtMs: Date.now(), amountSat }),
    putInvoice(paymentHash, {
      madeBy: shop.ownerId,
      isByAdmin: false,
      amountSat: null,
    }),
  ])

const completed = {
  status: 'completed',
  orderId: expect.any(String),
  ticketId: expect.any(String),
  paymentId: expect.any(String),
}
const pending = { status: 202, body: { status: 'pending' } }

describe('POST /store/orders/checkout-if-paid', () => {
  it.each([undefined, null, '', '  ', 7])(
    'returns 400 for the paymentHash %j before it checks other fields',
    async (paymentHash) => {
      const message = { message: 'paymentHash required' }
      const cart = till.cart('', 1, { paymentHash, items: 'none' })
      expect(await till.checkoutIfPaid(cart)).toMatchObject({
        status: 400,
        body: message,
      })
      expect(await till.checkoutIfPaid({ paymentHash })).toMatchObject({ body: message })
    },
  )

  it('returns 400 without a body', async () => {
    expect(await till.cashier.post('/store/orders/checkout-if-paid')).toMatchObject({
      status: 400,
      body: { message: 'paymentHash required' },
    })
  })

  it('returns 202 until the invoice is paid, then sells once', async () => {
    const { coffee, paymentHash, cart } = await createInvoicedCart()
    expect(await till.checkoutIfPaid(cart)).toMatchObject(pending)
    expect(await till.stockOf(coffee)).toBe(10)
    expect(await till.listOrders()).toEqual([])
    await shop.node.pay({ paymentHash })
    const first = await till.checkoutIfPaid(cart)
    expect(first.status).toBe(200)
    expect(first.body).toEqual(completed)
    const upper = { ...cart, paymentHash: ` ${paymentHash.toUpperCase()}\n` }
    expect(await till.checkoutIfPaid(upper)).toMatchObject({
      status: 200,
      body: first.body,
    })
    expect(await till.stockOf(coffee)).toBe(6)
    expect((await till.getOrder(first.body.orderId)).body.status).toBe('closed')
  })

  it('returns 202 for a hash that is unknown to the node', async () => {
    const coffee = await till.createProduct(1)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    const { status, body } = await till.checkoutIfPaid(cart)
    expect({ status, body }).toEqual(pending)
  })

  it('checks the payment before the cart', async () => {
    const { cart } = await createInvoicedCart()
    expect(await till.checkoutIfPaid({ ...cart, items: [] })).toMatchObject(pending)
    expect(await till.checkoutIfPaid({ ...cart, userId: randomUUID() })).toMatchObject(
      pending,
    )
  })

  it('repeats the result of a sold hash without asking the node or checking the cart', async () => {
    const { cart, paymentHash } = await createInvoicedCart()
    await shop.node.pay({ paymentHash })
    const { body } = await till.checkoutIfPaid(cart)
    await shop.node.faults({ refuse: true })
    const elsewhere = { ...cart, userId: randomUUID(), satoshiAmount: 9_999 }
    expect(await till.checkoutIfPaid(elsewhere)).toMatchObject({ status: 200, body })
    expect(await till.checkoutIfPaid({ ...cart, items: [] })).toMatchObject({
      status: 409,
      body: { code: 'payment_already_sold' },
    })
  })

  it('returns the sale that checkout made of the same hash', async () => {
    const coffee = await till.createProduct(1)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    const { body } = await till.checkout(cart)
    expect(await till.checkoutIfPaid(cart)).toMatchObject({
      status: 200,
      body: { status: 'completed', ...body },
    })
  })

  it('sells a paid cart later, once its stock suffices', async () => {
    const { coffee, cart, paymentHash } = await createInvoicedCart(1)
    await shop.node.pay({ paymentHash })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(checkoutFailed)
    await till.admin.post('/products/stock', [{ productId: coffee, quantity: 3 }])
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
    expect(await till.stockOf(coffee)).toBe(0)
  })

  it('returns 400 when less was received than satoshiAmount', async () => {
    const { cart, paymentHash } = await createInvoicedCart()
    await shop.node.pay({ paymentHash })
    expect(await till.checkoutIfPaid({ ...cart, satoshiAmount: 1_001 })).toMatchObject(
      refused('checkout_amounts_differ', { expectedCents: 1_000 }),
    )
    expect(await till.checkoutIfPaid({ ...cart, satoshiAmount: null })).toMatchObject({
      status: 200,
    })
  })

  it.each([
    ['cannot be reached', { refuse: true }, 503, 'node_unavailable'],
    ['fails', { status500: true }, 502, 'unknown'],
  ])('returns a node failure when the node %s', async (_, fault, status, reason) => {
    const { cart } = await createInvoicedCart()
    await shop.node.faults(fault)
    expect(await till.checkoutIfPaid(cart)).toMatchObject({
      status,
      body: { source: 'node', reason, message: expect.any(String) },
    })
  })
})

describe('a signed notification', () => {
  it('confirms a payment while the node is unreachable', async () => {
    const coffee = await till.createProduct(1)
    const paymentHash = newPaymentHash()
    await recordNotification(`\t${paymentHash.toUpperCase()} `, 1_000)
    await shop.node.faults({ refuse: true })
    expect(await till.paymentStatus(paymentHash)).toMatchObject({
      body: { status: 'paid' },
    })
    const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 1_000 })
    expect(await till.checkoutIfPaid({ ...cart, satoshiAmount: 1_001 })).toMatchObject(
      checkoutFailed,
    )
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
  })

  it('confirms a payment without an amount', async () => {
    const coffee = await till.createProduct(1)
    const paymentHash = newPaymentHash()
    await recordNotification(paymentHash, null)
    await shop.node.faults({ refuse: true })
    const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 1 })
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
  })

  it('keeps its amount when it is repeated without one', async () => {
    const coffee = await till.createProduct(1)
    const paymentHash = newPaymentHash()
    await recordNotification(paymentHash, 1_000)
    await recordNotification(paymentHash, null)
    await shop.node.faults({ refuse: true })
    const cart = till.cart(coffee, 1, { paymentHash, satoshiAmount: 1_000 })
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
  })

  it("is recorded by the node's webhook", async () => {
    await shop.node.faults({ webhook: null })
    const { cart, paymentHash } = await createInvoicedCart()
    await shop.node.pay({ paymentHash })
    await expect
      .poll(async () => {
        await shop.node.faults({ refuse: true })
        return (await till.paymentStatus(paymentHash)).body
      })
      .toEqual({ status: 'paid' })
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200 })
  })
})
