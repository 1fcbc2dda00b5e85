import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { openRestaurant, type Restaurant } from '../../support/dishes.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let restaurant: Restaurant
let till: Till
beforeAll(async () => {
  shop = await openShop()
  restaurant = await openRestaurant(shop)
  till = await openTill(shop)
})
afterAll(() => shop.close())

const list = (path: string) => restaurant.admin.get(`/orders/${path}`)

const ids = async (path: string) => {
  const { status, body } = await list(path)
  expect(status).toBe(200)
  return Array.isArray(body) ? body.map(({ id }: { id: string }) => id) : body
}

const update = (id: string, fields: object) =>
  restaurant.admin.put(`/orders/${id}`, {
    userId: shop.ownerId,
    status: 'open',
    total: 1,
    ...fields,
  })

describe('orders by status', () => {
  it('follow each change of the status', async () => {
    for (const status of ['open', 'closed', 'paid']) {
      expect(await ids(`status/${status}`)).toBe(`No orders found with status: ${status}`)
    }
    const first = await restaurant.createOrder({ createdAt: '2023-01-01T00:00:00Z' })
    const second = await restaurant.createOrder({ createdAt: '2023-01-02T00:00:00Z' })
    const newestFirst = [
      await restaurant.readOrder(second),
      await restaurant.readOrder(first),
    ]
    expect(newestFirst).toMatchObject((await list('status/open')).body)
    await update(first, { status: 'paid' })
    expect(await ids('status/open')).toEqual([second])
    expect(await ids('status/paid')).toEqual([first])
    await restaurant.admin.del(`/orders/${first}`)
    await restaurant.admin.del(`/orders/${second}`)
    expect(await ids('status/paid')).toBe('No orders found with status: paid')
  })

  it('return 404 for any other than the three statuses', async () => {
    for (const status of ['pending', 'OPEN']) {
      expect(await list(`status/${status}`)).toMatchObject({
        status: 404,
        body: 'Invalid order status',
      })
    }
    expect(await list('status/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed status',
    })
  })
})

describe('orders by table', () => {
  it('follow each change of the table', async () => {
    const [one, other] = [await restaurant.createTable(), await restaurant.createTable()]
    const id = await restaurant.createOrder({ tableId: one })
    const listed = (await list(`table/${one}`)).body
    expect([await restaurant.readOrder(id)]).toMatchObject(listed)
    await update(id, { tableId: other })
    expect(await ids(`table/${one}`)).toBe('No orders found for table')
    expect(await ids(`table/${other}`)).toEqual([id])
    await update(id, { tableId: null })
    expect(await ids(`table/${other}`)).toBe('No orders found for table')
  })

  it('return 404 for an unknown table', async () => {
    for (const id of [randomUUID(), 'window']) {
      expect(await list(`table/${id}`)).toMatchObject({
        status: 404,
        body: 'Table not found',
      })
    }
    expect(await list('table/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed table ID',
    })
  })
})

describe('orders by user', () => {
  it('are those of the restaurant only', async () => {
    const path = `user/${shop.ownerId}`
    const id = await restaurant.createOrder()
    await till.checkout(till.cart(await till.createProduct(1)))
    expect(await ids(path)).toContain(id)
    await restaurant.admin.del(`/orders/${id}`)
    expect(await ids(path)).not.toContain(id)
  })

  it('return 404 for an unknown user', async () => {
    for (const id of [randomUUID(), 'Ana']) {
      expect(await list(`user/${id}`)).toMatchObject({
        status: 404,
        body: 'User not found',
      })
    }
    expect(await list('user/%20')).toMatchObject({
      status: 400,
      body: 'Missing or malformed user ID',
    })
  })
})

describe('orders by days', () => {
  const between = (from: string, to: string) =>
    `date-range?start_date=${from}&end_date=${to}`

  it('include all of the first and the last day', async () => {
    const at = (createdAt: string) => restaurant.createOrder({ createdAt })
    await at('2022-02-27T23:59:59Z')
    const first = await at('2022-02-28T00:00:00Z')
    const last = await at('2022-03-01T23:59:59.999Z')
    await at('2022-03-02T00:00:00Z')
    expect(await ids(between('2022-02-28', '2022-03-01'))).toEqual([last, first])
    expect(await ids(between('2022-02-28', '2022-02-28'))).toEqual([first])
    expect(await ids(between('2000-01-01', '2000-01-02'))).toBe(
      'No orders found in date range',
    )
  })

  it('return 400 when a day is missing, or the days are reversed', async () => {
    for (const query of [
      '',
      '?start_date=2022-01-01',
      '?start_date=&end_date=2022-01-01',
    ]) {
      expect(await list(`date-range${query}`)).toMatchObject({
        status: 400,
        body: 'Missing start_date or end_date query parameters',
      })
    }
    for (const [from, to] of [
      ['2022-02-30', '2022-03-01'],
      ['2022-01-01', 'soon'],
      ['2022-01-02', '2022-01-01'],
    ] as const) {
      expect(await list(between(from, to))).toMatchObject({
        status: 400,
        body: { message: expect.any(String) },
      })
    }
  })
})

describe('total sales of a day', () => {
  const sales = async (date: string) => (await list(`total-sales/${date}`)).body
  const today = () => new Date().toISOString().slice(0, 10)

  it('sum the paid restaurant orders and the settled store orders', async () => {
    const paid = (total: number) =>
      restaurant.createOrder({ status: 'paid', total, createdAt: '2021-06-15T23:59:59Z' })
    const date = '2021-06-15'
    expect(await list(`total-sales/${date}`)).toMatchObject({
      status: 200,
      body: { date, total_sales: '0.0' },
    })
    await paid(0.1)
    await paid(0.2)
    expect(await sales(date)).toEqual({ date, total_sales: '0.3' })
    await paid(123.15)
    await restaurant.createOrder({
      status: 'closed',
      total: 9,
      createdAt: `${date}T10:00:00Z`,
    })
    await restaurant.createOrder({
      status: 'open',
      total: 9,
      createdAt: `${date}T10:00:00Z`,
    })
    expect(await sales(date)).toEqual({ date, total_sales: '123.45' })

    const before = Number((await sales(today())).total_sales)
    await till.checkout(till.cart(await till.createProduct(2), 2))
    await restaurant.createOrder({ status: 'paid', total: 1 })
    expect(Number((await sales(today())).total_sales)).toBe(before + 6)
  })

  it('return 400 for anything but a day', async () => {
    for (const date of ['today', '2021-02-29', '%20']) {
      expect(await list(`total-sales/${date}`)).toMatchObject({
        status: 400,
        body: 'Missing or malformed date',
      })
    }
  })
})
