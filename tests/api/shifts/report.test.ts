import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let admin: Client
let shifts: Awaited<ReturnType<typeof shiftsOf>>
let coffee: string
/** Two shifts of May, one of June, and one whose date is invalid. */
let first: string
let second: string
let june: string
let undated: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
  admin = shifts.admin
  coffee = await till.createProduct(1_000)
  const user = { name: 'Ben', pin: '1111', role: shop.roleId }
  const userId = (await admin.post('/users', user)).body.id
  first = await shifts.createShift({ shiftDate: '2026-05-01', userId, initialAmount: 10 })
  await sell(1)
  await admin.post(`/shifts/${first}/close`, { finalAmount: 12.4 })
  await admin.put(`/shifts/${first}`, shifts.shiftInput({ endTime: null, userId }))
  await sell(2)
  await admin.post(`/shifts/${first}/close`, { finalAmount: 17.3 })
  await admin.del(`/users/${userId}`)
  second = await shifts.createShift({ shiftDate: '2026-05-31', endTime: 'before Zs' })
  // 30 June at 23:59 in UTC
  june = await shifts.createShift({ shiftDate: '1782863940000', initialAmount: 1 })
  await sell(1)
  await admin.post(`/shifts/${june}/close`, { finalAmount: 5, difference: -1 })
  undated = await shifts.createShift({ shiftDate: 'today', initialAmount: 2 })
  await sell(3)
})
afterAll(() => shop.close())

const sell = async (quantity: number) => {
  expect((await till.checkout(till.cart(coffee, quantity))).status).toBe(201)
}

const report = async (query = '') => (await admin.get(`/shifts/report${query}`)).body
const idsOf = ({ shifts: rows }: { shifts: { id: string }[] }) => rows.map(({ id }) => id)

describe('the report of shifts', () => {
  it('has the shifts of its days, and the sums of all their Zs', async () => {
    const may = await report('?startDate=2026-05-01&endDate=2026-05-31')
    expect(may).toMatchObject({
      shifts: [
        {
          id: first,
          userName: 'Ben',
          // The first Z lacked 0.10, and the second, which began with what it counted, 0.10 more
          initialAmount: 10,
          finalAmount: 17.3,
          difference: -0.2,
        },
        {
          id: second,
          userName: 'Ana',
          shiftDate: '2026-05-31',
          startTime: '08:30:00',
          endTime: 'before Zs',
          initialAmount: 100.5,
          finalAmount: null,
          difference: null,
        },
      ],
      totalInitialAmount: 110.5,
      totalFinalAmount: 17.3,
      totalExpectedAmount: 17.5,
      totalDifference: -0.2,
      byPaymentMethod: [{ name: 'Cash', total: 7.5, tips: 0, refunds: 0, net: 7.5 }],
    })
    expect(idsOf(await report('?startDate=2026-05-02&endDate=2026-05-31'))).toEqual([
      second,
    ])
  })

  it('reads Unix ms as a date, and else goes by creation', async () => {
    const oneDay = await report('?startDate=2026-06-30&endDate=2026-06-30')
    expect(oneDay).toMatchObject({
      // Whatever the client said
      shifts: [{ id: june, difference: 1.5 }],
      totalExpectedAmount: 3.5,
      totalDifference: 1.5,
    })
    const nextDay = '?startDate=2026-07-01&endDate=2026-07-01&utcOffsetMinutes='
    expect(idsOf(await report(`${nextDay}1`))).toEqual([june])
    expect(idsOf(await report(`${nextDay}0`))).toEqual([])
    for (const period of ['day', 'week', 'month', 'year']) {
      expect(idsOf(await report(`?period=${period}`))).toContain(undated)
    }
    // Sales of an open shift count already
    expect(await report('?period=day')).toMatchObject({
      shifts: [{ id: undated, endTime: null, finalAmount: null, difference: null }],
      totalInitialAmount: 2,
      totalFinalAmount: 0,
      totalExpectedAmount: 9.5,
      totalDifference: 0,
      byPaymentMethod: [{ name: 'Cash', total: 7.5 }],
    })
  })

  it('has all shifts without days, and none of days without any', async () => {
    expect(idsOf(await report())).toEqual([first, second, june, undated])
    expect(await report('?startDate=2001-01-01&endDate=2001-01-01')).toEqual({
      currency: 'USD',
      otherCurrencies: [],
      shifts: [],
      totalInitialAmount: 0,
      totalFinalAmount: 0,
      totalExpectedAmount: 0,
      totalDifference: 0,
      byPaymentMethod: [],
    })
  })

  it.each([
    ['period=hour', 'Invalid period: hour. Must be day, week, month, or year'],
    ['utcOffsetMinutes=841', 'Invalid utcOffsetMinutes: 841'],
    ['startDate=2026-05-01', 'endDate is required when startDate is provided'],
    ['endDate=2026-05-01', 'startDate is required when endDate is provided'],
    [
      'startDate=2026-02-31&endDate=2026-03-01',
      'Invalid startDate: 2026-02-31. Expected format YYYY-MM-DD',
    ],
    ['startDate=2026-05-02&endDate=2026-05-01', 'startDate cannot be after endDate'],
  ])('returns 400 for %s', async (query, message) => {
    expect(await admin.get(`/shifts/report?${query}`)).toMatchObject({
      status: 400,
      body: { message },
    })
  })
})
