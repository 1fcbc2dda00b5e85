import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { readPaymentHash } from '../../../shared/selling/sales/payment-hashes.ts'
import { type PaymentRecord, paymentKey } from '../../../shared/selling/sales/payments.ts'
import { type TicketRecord, ticketKey } from '../../../shared/selling/sales/tickets.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { methodId, newPaymentHash, openTill, type Till, usd } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

const uuid = expect.stringMatching(/^[0-9a-f-]{36}$/)
const ids = { orderId: uuid, ticketId: uuid, paymentId: uuid }

describe('a sale', () => {
  it('returns its three ids and decrements the stock', async () => {
    const coffee = await till.createProduct(10)
    const { status, body } = await till.checkout(till.cart(coffee, 3))
    expect(status).toBe(201)
    expect(body).toEqual(ids)
    expect(await till.stockOf(coffee)).toBe(7)
  })

  it('creates order, paid ticket and payment, which name each other', async () => {
    const coffee = await till.createProduct(10, 'Espresso')
    const { body } = await till.checkout(
      till.cart(coffee, 2, {
        amount: 4.5,
        paymentMethodId: methodId('Credit Card'),
        transactionId: 'terminal-7',
        ticketNotes: 'discount for a regular',
      }),
    )
    expect(await till.getOrder(body.orderId)).toMatchObject({
      status: 200,
      body: {
        id: body.orderId,
        userId: shop.ownerId,
        userName: 'Ana',
        status: 'closed',
        total: 450,
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
        items: [{ productId: coffee, quantity: 2, priceAtOrder: 250 }],
      },
    })
    expect(await read<TicketRecord>(ticketKey(body.ticketId))).toMatchObject({
      orderId: body.orderId,
      userId: shop.ownerId,
      status: 2,
      totalCents: 450,
      notes: 'discount for a regular',
      ticketDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/),
      paymentIds: [body.paymentId],
    })
    expect(await read<PaymentRecord>(paymentKey(body.paymentId))).toMatchObject({
      methodId: methodId('Credit Card'),
      currencyId: usd,
      transactionId: 'terminal-7',
      amountCents: 450,
      lightning: null,
      ticketIds: [body.ticketId],
    })
  })

  it('stores the Lightning fields as sent, with the hash in lower case', async () => {
    const coffee = await till.createProduct(10)
    const paymentHash = newPaymentHash().toUpperCase()
    const lightning = {
      satoshiAmount: 2_500,
      exchangeRateAtPayment: 100_000.123,
      exchangeRateCurrency: 'usd',
      fiatAmountAtPayment: 2.5,
    }
    const { body } = await till.checkout(
      till.cart(coffee, 1, { ...lightning, paymentHash }),
    )
    expect(await read<PaymentRecord>(paymentKey(body.paymentId))).toMatchObject({
      lightning: { ...lightning, paymentHash: paymentHash.toLowerCase() },
    })
    const { satoshiAmount: _, ...rates } = lightning
    expect((await readPaymentHash(paymentHash)).sale).toMatchObject({
      ...body,
      rates,
    })
  })

  it('merges lines of one product at one price and keeps different prices apart', async () => {
    const coffee = await till.createProduct(10)
    const line = (quantity: number, priceAtOrder: number) => ({
      productId: coffee,
      quantity,
      priceAtOrder,
    })
    const { body } = await till.checkout(
      till.cart(coffee, 1, { items: [line(1, 250), line(2, 200), line(3, 250)] }),
    )
    expect((await till.getOrder(body.orderId)).body.items).toMatchObject([
      line(4, 250),
      line(2, 200),
    ])
    expect(await till.stockOf(coffee)).toBe(4)
  })

  it('can be free of charge', async () => {
    const coffee = await till.createProduct(1)
    const items = [{ productId: coffee, quantity: 1, priceAtOrder: 0 }]
    expect(await till.checkout(till.cart(coffee, 1, { items, amount: 0 }))).toMatchObject(
      { status: 201 },
    )
  })

  it('sells or adjusts 90 different products and returns 400 for 91', async () => {
    const products = await Promise.all(
      Array.from({ length: 91 }, () => till.createProduct(1)),
    )
    const items = products.map((productId) => ({
      productId,
      quantity: 1,
      priceAtOrder: 1,
    }))
    const deltas = products.map((productId) => ({ productId, quantity: 1 }))
    const adjust = (rows: object[]) => till.admin.post('/products/stock', rows)
    expect((await adjust(deltas)).status).toBe(400)
    expect((await adjust(deltas.slice(1))).status).toBe(200)
    const { status, body } = await till.checkout(till.cart('', 1, { items }))
    expect(status).toBe(400)
    expect(body.message).toContain('90')
    const ninety = till.cart('', 1, {
      items: items.slice(1),
      paymentHash: newPaymentHash(),
    })
    expect(
      await till.checkout(ninety, { 'Idempotency-Key': randomUUID() }),
    ).toMatchObject({ status: 201 })
  })
})

it('needs the permission orders_create', async () => {
  const reader = await shop.userWith('orders_read')
  expect(await reader.post('/store/orders/checkout', {})).toMatchObject({
    status: 403,
    body: { message: 'Permission required' },
  })
})
