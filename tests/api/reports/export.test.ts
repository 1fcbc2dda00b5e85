import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill } from '../../support/till.ts'

let shop: Shop
let accountant: Client
beforeAll(async () => {
  shop = await openShop()
  accountant = await shop.userWith('reports_export')
})
afterAll(() => shop.close())

describe('an export', () => {
  it('begins with a byte order mark, by which spreadsheets know UTF-8', async () => {
    const cookie = `accessToken=${accountant.cookies.get('accessToken')}`
    const answer = await fetch(`${shop.url}/reports/export`, { headers: { cookie } })
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(bytes.slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]))
  })

  it('keeps the days of the shop as they were when it sold', async () => {
    const till = await openTill(shop)
    const config = (await till.admin.get('/config')).body
    const zone = (timezone: string | null) =>
      till.admin.put('/config', { ...config, timezone })
    await zone('Pacific/Kiritimati')
    expect((await till.checkout(till.cart(await till.createProduct(1)))).status).toBe(201)
    const rows = async () =>
      (await accountant.get('/reports/export')).body.split('\r\n').slice(1)
    const before = await rows()
    const [day, time] = before[0].split(',')
    const ahead = new Date(Date.parse(time) + 14 * 60 * 60_000).toISOString()
    expect(day).toBe(ahead.slice(0, 10))
    await zone('Pacific/Pago_Pago')
    expect(await rows()).toEqual(before)
    await zone(null)
  })

  it('has no rows for days without sales', async () => {
    for (const type of ['sales', 'taxes', 'payments', 'z-reports']) {
      const days = 'startDate=2020-01-01&endDate=2020-01-02'
      const { body } = await accountant.get(`/reports/export?type=${type}&${days}`)
      expect(body.trimEnd().split('\r\n')).toHaveLength(1)
    }
  })

  it.each([
    ['?type=nothing', 400, 'Invalid type: nothing'],
    ['?period=hour', 400, 'Invalid period: hour. Must be week, month, or year'],
    ['?startDate=2020-01-01', 400, 'endDate is required when startDate is provided'],
    [
      '?startDate=2020-01-02&endDate=2020-01-01',
      400,
      'startDate cannot be after endDate',
    ],
    [
      '?startDate=2020-02-30&endDate=2020-03-01',
      400,
      'Invalid startDate: 2020-02-30. Expected format YYYY-MM-DD',
    ],
  ])('of %s is refused with %s', async (query, status, message) => {
    expect(await accountant.get(`/reports/export${query}`)).toMatchObject({
      status,
      body: { message },
    })
  })

  it('needs its own permission', async () => {
    const reader = await shop.userWith('reports_read')
    expect((await reader.get('/reports/export')).status).toBe(403)
    expect((await accountant.get('/reports')).status).toBe(403)
  })
})
