import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import type { StoreOrderRecord } from '../../../shared/selling/checkout/store-orders.ts'
import { orderKey } from '../../../shared/selling/sales/orders.ts'
import { readPaymentHash } from '../../../shared/selling/sales/payment-hashes.ts'
import { type PaymentRecord, paymentKey } from '../../../shared/selling/sales/payments.ts'
import { createProduct } from '../../support/products.ts'
import { cartOf, item, readDay, splitCart, tender } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, newPaymentHash, openTill, type Till, usd } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

/** A sale by the administrator, who may give discounts. */
const sell = async (cart: object) => {
  const answer = await till.admin.post('/store/orders/checkout', cart)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body
}
const sold = async (cart: object) =>
  (await till.getOrder((await sell(cart)).orderId)).body

describe('a discount', () => {
  const refusal = { status: 403, body: { message: 'Permission required' } }

  it('is divided among the lines, on top of their own', async () => {
    const [coffee, cake] = [await till.createProduct(9), await till.createProduct(9)]
    const items = [item(coffee, { quantity: 2 }), item(cake, { discountCents: 50 })]
    expect(
      await sold(cartOf(till, items, 599, { discountAmount: 100.5, tipAmount: 0 })),
    ).toMatchObject({
      total: 599,
      discountAmount: 150,
      tipAmount: 0,
      taxes: [],
      // 100 over 500 and 200 is 71.4 and 28.6; one cent less is charged
      items: [
        { discountCents: 71, paidCents: 428 },
        { discountCents: 79, paidCents: 171 },
      ],
    })
  })

  it('needs the permission orders_discount, and a paid hash stays unsold', async () => {
    const coffee = await till.createProduct(5)
    const paymentHash = newPaymentHash()
    for (const changes of [
      { discountAmount: 1 },
      // Rounded half down it is nothing, but it is above 0
      { discountAmount: 0.5 },
      { items: [item(coffee, { discountCents: 1 })] },
    ]) {
      const cart = till.cart(coffee, 1, { ...changes, paymentHash })
      const { status, body } = await till.checkout(cart)
      expect({ status, body }).toMatchObject(refusal)
    }
    const free = till.cart(coffee, 1, { discountAmount: 0 })
    expect(await till.checkout(free)).toMatchObject({ status: 201 })
    expect((await readPaymentHash(paymentHash)).sale).toBeUndefined()
    expect(await till.stockOf(coffee)).toBe(4)
  })

  it('that is sold already is answered without the permission', async () => {
    const coffee = await till.createProduct(5)
    const cart = till.cart(coffee, 1, {
      discountAmount: 50,
      paymentHash: newPaymentHash(),
    })
    expect(await till.checkoutIfPaid(cart)).toMatchObject(refusal)
    const sale = await sell(cart)
    expect(await till.checkout(cart)).toMatchObject({ status: 201, body: sale })
    expect(await till.checkoutIfPaid(cart)).toMatchObject({ status: 200, body: sale })
    expect(await till.stockOf(coffee)).toBe(4)
  })
})

it('a tip is part of the amount and of nothing else', async () => {
  const coffee = await till.createProduct(5)
  const before = await readDay()
  const cart = till.cart(coffee, 1, { amount: 3.1, tipAmount: 0.6 })
  const { orderId, ticketId } = await sell(cart)
  expect((await till.getOrder(orderId)).body).toMatchObject({
    total: 310,
    tipAmount: 0.6,
    items: [{ paidCents: 250 }],
  })
  const ticket = (await till.admin.get(`/tickets/${ticketId}`)).body
  expect(ticket).toMatchObject({ totalAmount: 3.1, tipAmount: 0.6 })
  const rows = (await till.admin.get('/orders/with-payments')).body
  expect(rows[0]).toMatchObject({ id: orderId, tipAmount: 0.6, number: ticket.number })
  expect((await readDay()).tipCents).toBe(Number(before.tipCents) + 60)
})

describe('taxes', () => {
  const addTax = async (name: string, ratePercent: number, isDefault = false) =>
    (await till.admin.post('/taxes', { name, ratePercent, isDefault })).body.id
  const taxed = (taxId: string | null) =>
    createProduct(till.admin, { name: 'Taxed', quantity: 99, priceCents: 250, taxId })

  it('are found in the prices, and stay as they were sold', async () => {
    const vat = await addTax('VAT', 16, true)
    const zero = await addTax('Zero', 0)
    const [one, other] = [await taxed(null), await taxed(zero)]
    const cart = cartOf(till, [item(one, { priceAtOrder: 1_160 }), item(other)], 1_410)
    const { orderId } = await sell(cart)
    const taxes = [
      { name: 'VAT', ratePercent: 16, netCents: 1_000, taxCents: 160 },
      { name: 'Zero', ratePercent: 0, netCents: 250, taxCents: 0 },
    ]
    await till.admin.put(`/taxes/${vat}`, {
      name: 'New',
      ratePercent: 19,
      isDefault: true,
    })
    expect((await till.getOrder(orderId)).body.taxes).toEqual(taxes)
    expect((await read<StoreOrderRecord>(orderKey(orderId)))?.items).toMatchObject([
      {
        productName: 'Taxed',
        tax: { name: 'VAT', rateThousandths: 16_000 },
        taxCents: 160,
      },
      { tax: { name: 'Zero', rateThousandths: 0 }, taxCents: 0 },
    ])
    expect((await till.admin.get(`/orders/${orderId}`)).body.taxes).toEqual(taxes)
    const day = (await readDay()).taxes
    expect(day.find(({ name }) => name === 'VAT')).toMatchObject({ taxCents: 160 })
  })

  it('are added to prices without them; another amount includes them', async () => {
    const added = await taxed(await addTax('Added', 7.5))
    const config = (await till.admin.get('/config')).body
    const pricesIncludeTax = (value: boolean) =>
      till.admin.put('/config', { ...config, pricesIncludeTax: value })
    expect((await pricesIncludeTax(false)).status).toBe(200)
    const items = [item(added, { priceAtOrder: 1_000 })]
    expect(await sold(cartOf(till, items, 1_075))).toMatchObject({
      taxes: [{ ratePercent: 7.5, netCents: 1_000, taxCents: 75 }],
      items: [{ paidCents: 1_075 }],
    })
    expect(await sold(cartOf(till, items, 1_000))).toMatchObject({
      taxes: [{ ratePercent: 7.5, netCents: 930, taxCents: 70 }],
      items: [{ paidCents: 1_000 }],
    })
    await pricesIncludeTax(true)
  })
})

describe('tenders', () => {
  it('are a payment each, of which the Lightning one is the sale’s', async () => {
    const coffee = await till.createProduct(5)
    const paymentHash = newPaymentHash()
    const lightning = { paymentHash, satoshiAmount: 400 }
    const cart = splitCart(till, [item(coffee)], 250, [
      tender('Cash', 100, { givenCents: 500, currencyId: undefined }),
      tender('BTC', 50, lightning),
      tender('Bank Transfer', 100, { transactionId: 'reference' }),
    ])
    const answer = await sell(cart)
    expect(answer).toMatchObject({ paymentIds: expect.any(Array), changeCents: 400 })
    const payments = await Promise.all(
      answer.paymentIds.map((id: string) => read<PaymentRecord>(paymentKey(id))),
    )
    expect(payments).toMatchObject([
      { methodId: methodId('Cash'), amountCents: 100, lightning: null },
      { methodId: methodId('BTC'), amountCents: 50, lightning },
      { amountCents: 100, transactionId: 'reference', currencyId: usd },
    ])
    expect(answer.paymentId).toBe(payments[1]?.id)
    const [row] = (await till.admin.get('/orders/with-payments')).body
    expect(row).toMatchObject({ paymentMethod: 'Cash,BTC,Bank Transfer', paymentHash })
    expect((await till.checkout(cart)).body).toEqual(answer)
    expect(await till.checkoutIfPaid(cart)).toMatchObject({
      status: 200,
      body: { status: 'completed', ...answer },
    })
  })

  it('of a free sale are one of 0', async () => {
    const coffee = await till.createProduct(5)
    const items = [item(coffee, { priceAtOrder: 0 })]
    expect(await sell(splitCart(till, items, 0, [tender('Cash', 0)]))).toMatchObject({
      changeCents: 0,
    })
  })

  it('of checkout-if-paid need a payment hash', async () => {
    const cart = splitCart(till, [], 0, [tender('Cash', 0)])
    expect(await till.checkoutIfPaid(cart)).toMatchObject({
      status: 400,
      body: { message: 'paymentHash required' },
    })
  })
})
