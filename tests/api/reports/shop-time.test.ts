import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findConfig } from '../../../shared/selling/shop-config/config.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook, type TicketBook } from '../../support/tickets.ts'

let shop: Shop
let book: TicketBook
/** Price of a dinner at each of these moments, in major units. */
const dinners = {
  '2018-11-04T02:59:59Z': 1,
  '2018-11-04T03:00:00Z': 2,
  '2018-11-05T01:59:59Z': 4,
  '2018-11-05T02:00:00Z': 8,
}
beforeAll(async () => {
  shop = await openShop()
  book = await openTicketBook(shop)
  const { body: category } = await book.admin.post('/categories', {
    name: 'Mains',
    type: 'dish',
  })
  const { body: soup } = await book.admin.post('/dishes', {
    name: 'Soup',
    price: 1,
    categoryId: category.id,
  })
  for (const [createdAt, priceAtOrder] of Object.entries(dinners)) {
    const { body } = await book.admin.post('/orders/with-dishes', {
      order: { userId: shop.ownerId, status: 'paid', total: 0, createdAt },
      dishes: [{ dishId: soup.id, priceAtOrder, notes: '' }],
    })
    await book.linkPayment(await book.createPayment(), await book.createTicket(body.id))
  }
})
afterAll(() => shop.close())

const setTimezone = async (timezone: string | null) => {
  const { status } = await book.admin.put('/config', {
    businessName: (await findConfig())?.businessName,
    timezone,
  })
  expect(status).toBe(200)
}

const get = async (path: string) => (await book.admin.get(path)).body
const totalOf = (orders: { total: number }[] | string) =>
  typeof orders === 'string' ? 0 : orders.reduce((sum, { total }) => sum + total, 0)

/** Reads each list and report of the days between two, in major units. */
async function sales(from: string, to: string) {
  return {
    report:
      (await get(`/reports?startDate=${from}&endDate=${to}`)).totalRevenueCents / 100,
    withPayments: totalOf(
      await get(`/orders/with-payments?startDate=${from}&endDate=${to}`),
    ),
    dateRange: totalOf(await get(`/orders/date-range?start_date=${from}&end_date=${to}`)),
  }
}
const each = (total: number) => ({ report: total, withPayments: total, dateRange: total })
const ofDay = async (day: string) => (await get(`/orders/total-sales/${day}`)).total_sales

describe('the days of lists and reports', () => {
  it('are UTC in a shop that names no time zone', async () => {
    expect(await sales('2018-11-04', '2018-11-04')).toEqual(each(3))
    expect(await ofDay('2018-11-05')).toBe('12.0')
  })

  it('of reports are then those of an offset that the query names', async () => {
    const day = '/reports?startDate=2018-11-04&endDate=2018-11-04&utcOffsetMinutes='
    const ofOffset = async (minutes: number) =>
      (await get(day + minutes)).totalRevenueCents / 100
    expect(await ofOffset(0)).toBe(3)
    expect(await ofOffset(-180)).toBe(14)
    for (const wrong of ['x', '841', '-841', '1.5']) {
      expect(await book.admin.get(day + wrong)).toMatchObject({
        status: 400,
        body: { message: `Invalid utcOffsetMinutes: ${wrong}` },
      })
    }
  })

  it('are those of its zone, also where a day begins at one and has 23 hours', async () => {
    await setTimezone('America/Sao_Paulo')
    const day = '/reports?startDate=2018-11-04&endDate=2018-11-04&utcOffsetMinutes=0'
    expect((await get(day)).totalRevenueCents).toBe(600)
    expect((await get(`${day}x`)).totalRevenueCents).toBe(600)
    expect(await sales('2018-11-03', '2018-11-03')).toEqual(each(1))
    expect(await sales('2018-11-04', '2018-11-04')).toEqual(each(6))
    expect(await sales('2018-11-04', '2018-11-05')).toEqual(each(14))
    expect(await ofDay('2018-11-04')).toBe('6.0')
    expect(totalOf(await get('/orders/with-payments?endDate=2018-11-03'))).toBe(1)
    expect(totalOf(await get('/orders/with-payments?startDate=2018-11-05'))).toBe(8)
  })

  it('change with it at once, and a cursor of before leads on', async () => {
    const days = 'startDate=2018-11-04&endDate=2018-11-05'
    const { headers } = await book.admin.get(`/orders/with-payments?${days}&limit=2`)
    const next = /<([^>]+)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
    await setTimezone(null)
    const path = next.replace(/^https?:\/\/[^/]+/, '')
    expect(totalOf(await get(path))).toBe(2 + 1)
    expect(await ofDay('2018-11-04')).toBe('3.0')
  })

  it('that the zone skipped are days without sales', async () => {
    await setTimezone('Pacific/Apia')
    const skipped = '2011-12-30'
    expect(await sales(skipped, skipped)).toEqual(each(0))
    expect(await ofDay(skipped)).toBe('0.0')
    const days = `startDate=${skipped}&endDate=${skipped}`
    for (const type of ['sales', 'taxes', 'payments', 'refunds', 'z-reports']) {
      const { status, body } = await book.admin.get(
        `/reports/export?type=${type}&${days}`,
      )
      expect(status).toBe(200)
      expect(body.trimEnd().split('\r\n')).toHaveLength(1)
    }
    expect((await book.admin.get(`/orders/with-payments?${days}&limit=2`)).status).toBe(
      200,
    )
    expect((await book.admin.get(`/shifts/report?${days}`)).status).toBe(200)
    expect(await get(`/audit?${days}`)).toEqual([])
    await setTimezone(null)
  })

  it('begin at a time of the day that the shop sets', async () => {
    const businessName = (await findConfig())?.businessName
    const begin = (dayStartsAt: unknown) =>
      book.admin.put('/config', { businessName, timezone: null, dayStartsAt })
    for (const wrong of ['12:01', '4:00', '24:00', '', 4, null]) {
      expect((await begin(wrong)).status).toBe(400)
    }
    expect((await get('/config')).dayStartsAt).toBe('00:00')
    expect((await begin('03:00')).status).toBe(200)
    expect((await get('/config')).dayStartsAt).toBe('03:00')
    expect(await sales('2018-11-03', '2018-11-03')).toEqual(each(1))
    expect(await sales('2018-11-04', '2018-11-04')).toEqual(each(14))
    expect(await ofDay('2018-11-04')).toBe('14.0')
    const days = '&startDate=2018-11-01&endDate=2018-11-30'
    const { body: csv } = await book.admin.get(`/reports/export?type=sales${days}`)
    expect(
      String(csv)
        .split('\r\n')
        .slice(1, 5)
        .map((row) => row.slice(0, 10)),
    ).toEqual(['2018-11-03', '2018-11-04', '2018-11-04', '2018-11-04'])
    expect((await begin('00:00')).status).toBe(200)
  })
})
