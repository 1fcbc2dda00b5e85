import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SaleIds } from '../../../shared/selling/sales/sale-on-wire.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook, type TicketBook } from '../../support/tickets.ts'
import { methodId, newPaymentHash } from '../../support/till.ts'

let shop: Shop
let book: TicketBook
beforeAll(async () => {
  shop = await openShop()
  book = await openTicketBook(shop)
})
afterAll(() => shop.close())

const report = (query = '') => book.admin.get(`/reports${query}`)

it('returns an empty report before the first sale', async () => {
  expect(await report()).toMatchObject({
    status: 200,
    body: { totalRevenueCents: 0, totalItemsSold: 0, totalBtcSatoshis: 0, sales: [] },
  })
})

describe('a report', () => {
  let cash: SaleIds
  let lightning: SaleIds
  let dinner: string
  let dinnerPayment: string
  beforeAll(async () => {
    cash = await book.createSale()
    const [tea, cake] = [
      await book.createProduct(9, 'Green Tea'),
      await book.createProduct(9, 'Cake'),
    ]
    const { body } = await book.checkout({
      ...book.cart(tea, 1),
      items: [
        { productId: tea, quantity: 2, priceAtOrder: 300 },
        { productId: cake, quantity: 1, priceAtOrder: 455 },
      ],
      amount: 10,
      paymentMethodId: methodId('BTC'),
      satoshiAmount: 10_000,
      exchangeRateAtPayment: 100_000.5,
      exchangeRateCurrency: 'usd',
      fiatAmountAtPayment: 10,
      paymentHash: newPaymentHash(),
    })
    lightning = body
    ;({ dinner, dinnerPayment } = await dine())
  })

  /** A dinner of 2020, paid in two ways by two tickets. */
  async function dine() {
    const { body: category } = await book.admin.post('/categories', {
      name: 'Mains',
      type: 'dish',
    })
    const dish = { name: 'Soup', price: 0.1, categoryId: category.id }
    const { body: soup } = await book.admin.post('/dishes', dish)
    const line = { dishId: soup.id, priceAtOrder: 0.1, notes: '' }
    const { body: order } = await book.admin.post('/orders/with-dishes', {
      order: {
        userId: shop.ownerId,
        status: 'paid',
        total: 0,
        createdAt: '2020-02-29T23:59:59Z',
      },
      dishes: [line, line, line],
    })
    await book.admin.put(`/dishes/${soup.id}`, { ...dish, name: 'Stew' })
    const first = await book.createPayment()
    const second = await book.createPayment({ methodId: methodId('Debit Card') })
    const tickets = [await book.createTicket(order.id), await book.createTicket(order.id)]
    for (const ticket of tickets) {
      await book.linkPayment(first, ticket)
      await book.linkPayment(second, ticket)
    }
    return { dinner: order.id as string, dinnerPayment: first }
  }

  it('lists all sold lines, newest first, with the names at the time of sale', async () => {
    const none = {
      satoshiAmount: null,
      exchangeRateAtPayment: null,
      exchangeRateCurrency: null,
      fiatAmountAtPayment: null,
    }
    const { body } = await report()
    const byLightning = {
      orderId: lightning.orderId,
      userName: 'Ana',
      paymentMethod: 'BTC',
      saleDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      satoshiAmount: 10_000,
      exchangeRateAtPayment: 100_000.5,
      exchangeRateCurrency: 'usd',
      fiatAmountAtPayment: 10,
      paymentId: lightning.paymentId,
      transactionId: null,
    }
    const eaten = {
      orderId: dinner,
      productName: 'Soup',
      quantity: 1,
      priceAtOrder: 10,
      userName: 'Ana',
      paymentMethod: 'Cash,Debit Card',
      saleDate: '2020-02-29T23:59:59Z',
      ...none,
      paymentId: dinnerPayment,
    }
    expect(body).toMatchObject({
      totalRevenueCents: 250 + 600 + 455 + 30,
      totalItemsSold: 1 + 2 + 1 + 3,
      totalBtcSatoshis: 10_000,
      sales: [
        { ...byLightning, productName: 'Green Tea', quantity: 2, priceAtOrder: 300 },
        { ...byLightning, productName: 'Cake', quantity: 1, priceAtOrder: 455 },
        {
          orderId: cash.orderId,
          productName: 'Coffee',
          quantity: 1,
          priceAtOrder: 250,
          userName: 'Ana',
          paymentMethod: 'Cash',
          saleDate: expect.any(String),
          ...none,
          paymentId: cash.paymentId,
        },
        eaten,
        eaten,
        eaten,
      ],
    })
  })

  it('applies each filter', async () => {
    const today = new Date().toISOString().slice(0, 10)
    const all = 'Green Tea,Cake,Coffee,Soup,Soup,Soup'
    const now = 'Green Tea,Cake,Coffee'
    const then = 'Soup,Soup,Soup'
    const expected: Record<string, string> = {
      '?startDate=&period=': all,
      '?period=day': now,
      '?period=week': now,
      '?period=month': now,
      '?period=year&startDate=nonsense': now,
      '?startDate=2020-02-29&endDate=2020-02-29': then,
      '?startDate=2020-02-28&endDate=2020-02-28': '',
      '?startDate=2020-03-01&endDate=2020-12-31': '',
      [`?startDate=2020-02-29&endDate=${today}`]: all,
      '?productName=TEA': 'Green Tea',
      '?productName=e': 'Green Tea,Cake,Coffee',
      '?productName=%20tea': 'Green Tea',
      '?paymentMethod=btc': 'Green Tea,Cake',
      '?paymentMethod=CASH': 'Coffee,Soup,Soup,Soup',
      '?paymentMethod=debit%20card': then,
      '?paymentMethod=ca': '',
      [`?userId=${shop.ownerId}`]: all,
      [`?userId=${randomUUID()}`]: '',
      '?productName=cake&paymentMethod=cash': '',
    }
    const found = await Promise.all(
      Object.keys(expected).map(async (query) => {
        const { status, body } = await report(query)
        expect(status).toBe(200)
        const names = body.sales.map((sale: { productName: string }) => sale.productName)
        return [query, names.join(',')]
      }),
    )
    expect(Object.fromEntries(found)).toEqual(expected)
  })

  it('sums only the lines that it lists', async () => {
    expect((await report('?productName=cake')).body).toMatchObject({
      totalRevenueCents: 455,
      totalItemsSold: 1,
    })
    // Of a payment's satoshis a product has its share
    const satoshis = await Promise.all(
      ['cake', 'tea'].map(
        async (name) => (await report(`?productName=${name}`)).body.totalBtcSatoshis,
      ),
    )
    expect(Math.min(...satoshis)).toBeGreaterThan(0)
    expect(satoshis[0] + satoshis[1]).toBe(10_000)
    expect((await report('?productName=coffee')).body.totalBtcSatoshis).toBe(0)
  })

  it('counts a payment for two orders once', async () => {
    const ticket = await book.createTicket(cash.orderId)
    await book.linkPayment(lightning.paymentId, ticket)
    expect((await report()).body.totalBtcSatoshis).toBe(10_000)
    await book.unlinkPayment(lightning.paymentId, ticket)
  })

  it('keeps a sale after its ticket and payment are deleted', async () => {
    await book.admin.del(`/tickets/${cash.ticketId}`)
    await book.admin.del(`/payments/${cash.paymentId}`)
    const { body } = await report('?productName=coffee')
    expect(body.sales).toMatchObject([
      { orderId: cash.orderId, paymentMethod: 'Cash', paymentId: cash.paymentId },
    ])
  })

  it('omits restaurant orders that are not paid or have no payment', async () => {
    const path = `/orders/${dinner}`
    const order = (await book.admin.get(path)).body
    const soups = async () => (await report('?productName=soup')).body.totalItemsSold
    await book.admin.put(path, { ...order, status: 'closed' })
    expect(await soups()).toBe(0)
    await book.admin.put(path, { ...order, status: 'paid' })
    expect(await soups()).toBe(3)
    const tickets: { id: string; orderId: string }[] = (await book.admin.get('/tickets'))
      .body
    for (const { id } of tickets.filter(({ orderId }) => orderId === dinner)) {
      await book.admin.del(`/tickets/${id}`)
    }
    expect(await soups()).toBe(0)
  })
})

describe('the filters', () => {
  const day = 'Expected format YYYY-MM-DD'
  it.each([
    ['?startDate=2026-02-30&endDate=2026-03-01', `Invalid startDate: 2026-02-30. ${day}`],
    ['?startDate=2026-02-01&endDate=1.3.2026', `Invalid endDate: 1.3.2026. ${day}`],
    ['?startDate=2026-02-01', 'endDate is required when startDate is provided'],
    ['?endDate=2026-02-01', 'startDate is required when endDate is provided'],
    ['?startDate=2026-02-02&endDate=2026-02-01', 'startDate cannot be after endDate'],
    ['?period=hour', 'Invalid period: hour. Must be week, month, or year'],
    ['?period=Week', 'Invalid period: Week. Must be week, month, or year'],
  ])('return 400 for %s', async (query, message) => {
    expect(await report(query)).toMatchObject({ status: 400, body: { message } })
  })
})
