import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { CheckoutRequest } from '../../../shared/selling/checkout/checkout-request.ts'
import { readSaleInputs } from '../../../shared/selling/checkout/sale-inputs.ts'
import { putInvoice } from '../../../shared/selling/sales/payment-hashes.ts'
import { cart as payableCart } from '../../../shared/selling/sell/cart.ts'
import { tendered } from '../../../shared/selling/sell/payments.ts'
import { sell } from '../../../shared/selling/sell/sell.ts'
import { makeBundle, readDay } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'
import { notifyShop } from '../../support/watchers.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

describe('a payment hash', () => {
  it('is sold once, in any letter case; repetitions return the first sale', async () => {
    const coffee = await till.createProduct(5)
    const paymentHash = newPaymentHash()
    const first = await till.checkout(till.cart(coffee, 1, { paymentHash }))
    for (const hash of [paymentHash, paymentHash.toUpperCase()]) {
      const again = await till.checkout(till.cart(coffee, 1, { paymentHash: hash }))
      expect(again).toMatchObject({ status: 201, body: first.body })
      expect(Object.keys(again.body)).toEqual(['orderId', 'ticketId', 'paymentId'])
    }
    expect(await till.stockOf(coffee)).toBe(4)
  })

  it('returns the first sale even when the stock is used up or the product deleted', async () => {
    const coffee = await till.createProduct(1)
    const paymentHash = newPaymentHash()
    const cart = till.cart(coffee, 1, { paymentHash })
    const first = await till.checkout(cart)
    expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
    await till.admin.del(`/products/${coffee}`)
    expect(await till.checkout(cart)).toMatchObject({ status: 201, body: first.body })
  })

  it('can have any length', async () => {
    const coffee = await till.createProduct(5)
    const long = 'Ab'.repeat(20_000)
    const first = await till.checkout(till.cart(coffee, 1, { paymentHash: long }))
    expect(first.status).toBe(201)
    const again = till.cart(coffee, 1, { paymentHash: long.toLowerCase() })
    expect(await till.checkout(again)).toMatchObject({ body: first.body })
    const other = till.cart(coffee, 1, { paymentHash: `${long}c` })
    expect((await till.checkout(other)).body.orderId).not.toBe(first.body.orderId)
  })

  it.each([null, '', '  '])('that is %j counts as none', async (paymentHash) => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { paymentHash })
    expect(await till.checkout(cart)).toMatchObject({ status: 201 })
    expect(await till.checkout(cart)).toMatchObject({ status: 201 })
    expect(await till.stockOf(coffee)).toBe(3)
  })
})

describe('an Idempotency-Key', () => {
  it('returns the first sale again and sells nothing', async () => {
    const coffee = await till.createProduct(5)
    const key = { 'Idempotency-Key': randomUUID() }
    const first = await till.checkout(till.cart(coffee), key)
    expect(first.status).toBe(201)
    expect(await till.checkout(till.cart(coffee), key)).toMatchObject({
      status: 201,
      body: first.body,
    })
    expect(await till.stockOf(coffee)).toBe(4)
  })

  it('returns 422 for another cart with the same key', async () => {
    const coffee = await till.createProduct(5)
    const key = { 'Idempotency-Key': randomUUID() }
    await till.checkout(till.cart(coffee), key)
    expect(await till.checkout(till.cart(coffee, 2), key)).toMatchObject({ status: 422 })
    expect(await till.stockOf(coffee)).toBe(4)
  })
})

describe('a sale that was overtaken after it read its cart', () => {
  const overtaken = async (cart: object) => {
    const input = CheckoutRequest.parse(cart)
    const payment = tendered(input)
    const [inputs, known] = await Promise.all([
      readSaleInputs(input, Date.now()),
      payment.read(),
    ])
    const knownThen = [known]
    const facts = { userId: shop.ownerId, mayDiscount: false, isAdmin: false }
    return () =>
      sell(
        { ...payableCart(input), read: async () => inputs },
        { ...payment, read: async () => knownThen.shift() ?? payment.read() },
        { nowMs: Date.now(), ...facts },
      )
  }

  it('takes the components that its bundle had, and those of what has become one', async () => {
    const [menu, snack, bun, drink] = [
      await till.createProduct(0),
      await till.createProduct(5),
      await till.createProduct(5),
      await till.createProduct(5),
    ]
    await makeBundle(menu, { [bun]: 1 })
    const [sellMenu, sellSnack] = [
      await overtaken(till.cart(menu)),
      await overtaken(till.cart(snack)),
    ]
    await makeBundle(menu, { [drink]: 2 })
    await makeBundle(snack, { [drink]: 1 })
    await sellMenu()
    await sellSnack()
    expect([await till.stockOf(bun), await till.stockOf(drink)]).toEqual([4, 4])
  })

  it('is refused when its product or its stock is gone, and made when its bundle is', async () => {
    const [coffee, menu, bun] = [
      await till.createProduct(5),
      await till.createProduct(0),
      await till.createProduct(5),
    ]
    await makeBundle(menu, { [bun]: 1 })
    const [sellCoffee, sellMenu, sellBuns] = [
      await overtaken(till.cart(coffee)),
      await overtaken(till.cart(menu)),
      await overtaken(till.cart(bun, 5)),
    ]
    await till.admin.del(`/products/${coffee}`)
    await till.admin.del(`/products/${menu}`)
    await till.checkout(till.cart(bun))
    await expect(sellCoffee()).rejects.toMatchObject({ kind: 'checkoutProductNotFound' })
    await expect(sellMenu()).resolves.toMatchObject({ status: 'completed' })
    await expect(sellBuns()).rejects.toMatchObject({ kind: 'checkoutInsufficientStock' })
    expect(await till.stockOf(bun)).toBe(3)
  })

  it('returns the sale that another request made of its payment hash', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, { paymentHash: newPaymentHash() })
    const sell = await overtaken(cart)
    const first = await till.checkout(cart)
    expect(await sell()).toMatchObject(first.body)
    expect(await till.stockOf(coffee)).toBe(4)
  })

  const unpaid = async () => (await readDay()).bitcoinWithoutPayment
  const byLightning = async () => {
    const coffee = await till.createProduct(5)
    const paymentHash = newPaymentHash()
    const paymentMethodId = methodId('BTC')
    await transact([putInvoice(paymentHash, { madeBy: shop.ownerId })])
    const cart = till.cart(coffee, 1, { paymentMethodId, paymentHash })
    return { paymentHash, sell: await overtaken(cart) }
  }

  it('counts a payment that was told meanwhile', async () => {
    const { paymentHash, sell } = await byLightning()
    const before = await unpaid()
    await notifyShop(shop, { paymentHash, amountSat: 2_500 })
    await sell()
    expect(await unpaid()).toEqual(before)
  })

  it('without a payment is no longer counted when it is told, although a Z came between', async () => {
    const { paymentHash, sell } = await byLightning()
    const shifts = await shiftsOf(shop)
    await shifts.closeShift(await shifts.createShift())
    await sell()
    expect(await unpaid()).toEqual({ count: 1, cents: 250 })
    await notifyShop(shop, { paymentHash, amountSat: 2_500 })
    expect(await unpaid()).toEqual({ count: 0, cents: 0 })
  })
})
