import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { insert } from '../../../shared/platform/dynamodb/write.ts'
import { listedAt, type Order, orderKey } from '../../../shared/selling/sales/orders.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook } from '../../support/tickets.ts'
import { methodId, newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
})
afterAll(() => shop.close())

const list = (query = '') => till.cashier.get(`/orders/with-payments${query}`)
const ids = async (query: string) => {
  const { body } = await list(query)
  return Array.isArray(body) ? body.map(({ id }: Order) => id) : body
}

const payment = (method: string, amountCents: number) => ({
  paymentId: randomUUID(),
  methodId: methodId(method),
  amountCents,
  lightning: null,
  ticketIds: [randomUUID()],
})

async function restaurantOrder(createdAt: string, changes: Partial<Order> = {}) {
  const id = randomUUID()
  const order: Order = {
    ...orderKey(id),
    id,
    kind: 'restaurant',
    userId: shop.ownerId,
    userName: 'Ana',
    tableId: randomUUID(),
    status: 'open',
    totalCents: 1_000,
    createdAt,
    listedAt: listedAt(Date.parse(createdAt), id),
    payments: [],
    ...changes,
  }
  await transact([insert(order)])
  return order
}

it('returns a text when there are no orders', async () => {
  expect(await list()).toMatchObject({ status: 200, body: 'No orders found' })
})

describe('a list of both kinds', () => {
  let open: Order
  let split: Order
  let sale: string
  const waiter = randomUUID()
  const paymentHash = newPaymentHash()
  beforeAll(async () => {
    open = await restaurantOrder('2020-02-28T23:59:59.999Z')
    split = await restaurantOrder('2020-02-29T00:00:00Z', {
      status: 'paid',
      userId: waiter,
      totalCents: 1_005,
      payments: [payment('Debit Card', 500), payment('Cash', 300), payment('Cash', 205)],
    })
    const coffee = await till.createProduct(5)
    const { body } = await till.checkout(
      till.cart(coffee, 1, {
        amount: 10.1,
        paymentMethodId: methodId('BTC'),
        satoshiAmount: 10_100,
        exchangeRateAtPayment: 100_000.5,
        exchangeRateCurrency: 'usd',
        fiatAmountAtPayment: 10.1,
        paymentHash,
      }),
    )
    sale = body.orderId
  })

  it('returns a settled store order as paid, with its Lightning payment', async () => {
    const { body } = await list()
    expect(body[0]).toEqual({
      id: sale,
      userId: shop.ownerId,
      userName: 'Ana',
      tableId: null,
      status: 'paid',
      total: 10.1,
      createdAt: expect.stringMatching(/Z$/),
      paymentMethod: 'BTC',
      paymentMethodIds: [methodId('BTC')],
      tenders: [
        { paymentMethodId: methodId('BTC'), paymentMethod: 'BTC', amountCents: 1_010 },
      ],
      satoshiAmount: 10_100,
      exchangeRateAtPayment: 100_000.5,
      exchangeRateCurrency: 'usd',
      fiatAmountAtPayment: 10.1,
      paymentHash,
      transactionId: null,
      number: 1,
      soldAt: body[0].createdAt,
      takenBy: shop.ownerId,
      discountAmount: 0,
      tipAmount: 0,
      roundingCents: 0,
      refund: null,
      refunds: [],
      items: [{ productName: 'Coffee', quantity: 1, priceAtOrder: 250 }],
    })
    expect((await till.getOrder(sale)).body.status).toBe('closed')
  })

  it('returns an order with several payments once, and each method once', async () => {
    const { body } = await list(`?userId=${waiter}`)
    expect(body).toEqual([
      {
        id: split.id,
        userId: waiter,
        userName: 'Ana',
        tableId: split.tableId,
        status: 'paid',
        total: 10.05,
        createdAt: '2020-02-29T00:00:00Z',
        paymentMethod: 'Debit Card,Cash',
        paymentMethodIds: [methodId('Debit Card'), methodId('Cash')],
        tenders: ['Debit Card', 'Cash', 'Cash'].map((name) => ({
          paymentMethodId: methodId(name),
          paymentMethod: name,
          amountCents: expect.any(Number),
        })),
        satoshiAmount: null,
        exchangeRateAtPayment: null,
        exchangeRateCurrency: null,
        fiatAmountAtPayment: null,
        paymentHash: null,
        transactionId: null,
        number: null,
        soldAt: null,
        takenBy: null,
        discountAmount: 0,
        tipAmount: 0,
        roundingCents: 0,
        refund: null,
        refunds: [],
        items: [],
      },
    ])
  })

  it('returns an order without payment', async () => {
    const { body } = await list('?status=open')
    expect(body).toMatchObject([
      { id: open.id, paymentMethod: '', paymentMethodIds: [], satoshiAmount: null },
    ])
  })

  it('applies each filter', async () => {
    const all = [sale, split.id, open.id]
    const expected: Record<string, string[] | string> = {
      '': all,
      '?startDate=&status=&sortBy=': all,
      '?startDate=2020-02-29': [sale, split.id],
      '?endDate=2020-02-28': [open.id],
      '?endDate=2020-02-29': [split.id, open.id],
      '?startDate=2020-02-28&endDate=2020-02-29': [split.id, open.id],
      '?startDate=2020-03-01&endDate=2020-03-02': 'No orders found',
      '?status=paid': [sale, split.id],
      '?status=closed': 'No orders found',
      '?paymentMethod=cash': [split.id],
      '?paymentMethod=DEBIT%20card': [split.id],
      '?paymentMethod=btc': [sale],
      '?paymentMethod=ca': 'No orders found',
      '?minTotal=10.05': [sale, split.id],
      '?minTotal=10.051': [sale],
      '?maxTotal=10.05': [split.id, open.id],
      '?minTotal=10.05&maxTotal=10.05': [split.id],
      '?sortOrder=ASC': [open.id, split.id, sale],
      '?sortBy=total': [sale, split.id, open.id],
      '?sortBy=total&sortOrder=asc': [open.id, split.id, sale],
      '?sortBy=date&sortOrder=desc': all,
      '?userId=nobody': 'No orders found',
    }
    for (const [query, rows] of Object.entries(expected)) {
      expect(await ids(query), query).toEqual(rows)
    }
  })
})

it('has the transaction of a linked payment, also one that was added later', async () => {
  const book = await openTicketBook(shop)
  const { id } = await restaurantOrder('2021-01-01T12:00:00Z', { status: 'paid' })
  const ticket = await book.createTicket(id)
  const card = { methodId: methodId('Debit Card'), transactionId: 'slip 1' }
  const paymentId = await book.createPayment(card)
  await book.linkPayment(await book.createPayment(), ticket)
  await book.linkPayment(paymentId, ticket)
  const transactionId = async () =>
    (await list('?startDate=2021-01-01&endDate=2021-01-01')).body[0].transactionId
  expect(await transactionId()).toBe('slip 1')
  for (const [sent, shown] of [
    ['slip 2', 'slip 2'],
    [undefined, 'slip 2'],
    [null, null],
    ['slip 3', 'slip 3'],
  ]) {
    const changed = book.paymentInput({ ...card, transactionId: sent })
    expect((await book.admin.put(`/payments/${paymentId}`, changed)).status).toBe(200)
    expect(await transactionId()).toBe(shown)
  }
})

describe('an invalid filter', () => {
  it.each([
    ['startDate=2024-02-30', 'Invalid startDate: 2024-02-30. Expected format YYYY-MM-DD'],
    ['endDate=01.02.2024', 'Invalid endDate: 01.02.2024. Expected format YYYY-MM-DD'],
    ['startDate=2024-13-01', 'Invalid startDate: 2024-13-01. Expected format YYYY-MM-DD'],
    [
      'startDate=2024-02-02&endDate=2024-02-01',
      'startDate cannot be greater than endDate',
    ],
    ['minTotal=2&maxTotal=1', 'min_total cannot be greater than max_total'],
    ['minTotal=ten', 'Invalid minTotal: ten'],
    ['maxTotal=0x10', 'Invalid maxTotal: 0x10'],
    ['maxTotal=Infinity', 'Invalid maxTotal: Infinity'],
    ['status=cancelled', 'Invalid status: cancelled'],
    ['sortBy=name', 'Invalid sort_by: name'],
    ['sortOrder=up', 'Invalid sort_order: up'],
  ])('%s returns 400 with its own text', async (query, message) => {
    expect(await list(`?${query}`)).toMatchObject({ status: 400, body: { message } })
  })
})
