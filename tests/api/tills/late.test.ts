import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../support/client.ts'
import { tender } from '../../support/selling.ts'
import { type Shifts, shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, usd } from '../../support/till.ts'

let shop: Shop
let admin: Client
let shifts: Shifts
let coffee: string
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  const till = await openTill(shop)
  admin = till.admin
  shifts = await shiftsOf(shop)
  coffee = await till.createProduct(1_000)
})
afterAll(() => shop.close())

async function register(name: string) {
  const device = await shop.admin()
  const { id, series } = (await device.post('/tills', { name })).body
  const handIn = async (sales: unknown[]) => {
    const sentAt = new Date(Date.now()).toISOString()
    const { body } = await device.post('/sync/sales', { sentAt, sales })
    return body.results as { status: string; receiptNumber: string; flags: string[] }[]
  }
  return { id, series, device, handIn }
}

/** Sales of coffee as a till writes them. */
const receipt = (number: number, soldMs: number, changes: object = {}) => ({
  saleId: randomUUID(),
  soldAt: new Date(soldMs).toISOString(),
  number,
  userId: shop.ownerId,
  currencyId: usd,
  items: [{ productId: coffee, name: 'Coffee', quantity: 1, priceAtOrder: 250 }],
  tenders: [tender('Cash', 250)],
  amount: 2.5,
  pricesIncludeTax: true,
  taxes: [],
  ...changes,
})

const dayMs = 24 * 3_600_000
const setConfig = (change: object) =>
  admin.put('/config', { businessName: 'Corner Shop', ...change })

describe('sales that come after the Z of their day', () => {
  it('count in the next, and stand apart by day in X, Z and CSV, with their cash', async () => {
    const { id, handIn, device } = await register('Late')
    const first = await shifts.createShift({ initialAmount: 100 })
    await shifts.closeShift(first, { finalAmount: 100 })
    const second = await shifts.createShift({ initialAmount: 100 })
    const nowMs = Date.now()
    const [yesterday, before] = [1, 2].map((days) =>
      new Date(nowMs - days * dayMs).toISOString().slice(0, 10),
    )
    const flags = await handIn([
      receipt(1, nowMs - 2 * dayMs),
      receipt(2, nowMs - dayMs),
      receipt(3, nowMs - dayMs + 1_000, { tenders: [tender('Debit Card', 250)] }),
      receipt(4, nowMs, { soldAt: new Date(Date.now()).toISOString() }),
    ])
    expect(flags.map((each) => each.flags.includes('late'))).toEqual([
      true,
      true,
      true,
      false,
    ])
    const untaxed = (netCents: number) => [
      { name: 'Untaxed', ratePercent: 0, netCents, taxCents: 0 },
    ]
    const method = (name: string, total: number) => ({
      name,
      total,
      tips: 0,
      refunds: 0,
      net: total,
    })
    const late = {
      lateSales: [
        { day: before, byPaymentMethod: [method('Cash', 2.5)], taxes: untaxed(250) },
        {
          day: yesterday,
          byPaymentMethod: expect.arrayContaining([
            method('Cash', 2.5),
            method('Debit Card', 2.5),
          ]),
          taxes: untaxed(500),
        },
      ],
      lateCash: [
        { day: before, total: 2.5 },
        { day: yesterday, total: 2.5 },
      ],
    }
    const x = (await admin.get(`/shifts/${second}/breakdown`)).body
    expect(x).toMatchObject({ ...late, cashSales: 7.5, expectedTotal: 107.5 })
    const rowOf = (of: { byTill: { tillId: string | null }[] }, tillId: string | null) =>
      of.byTill.find((row) => row.tillId === tillId)
    expect(rowOf(x, id)).toMatchObject(late)
    expect(rowOf(x, null)).not.toHaveProperty('lateSales')
    await shifts.closeShift(second, { finalAmount: 107.5 })
    const [z] = (await admin.get('/shifts/z-reports')).body
    expect(z).toMatchObject({ ...late, difference: 0 })
    expect(rowOf(z, id)).toMatchObject(late)
    const today = new Date().toISOString().slice(0, 10)
    const csv = await admin.get(
      `/reports/export?startDate=${today}&endDate=${today}&type=z-reports`,
    )
    const [header = '', ...lines] = String(csv.body).trim().split('\r\n')
    const last = lines.at(-1)?.split(',') ?? []
    const cell = (name: string) => last[header.split(',').indexOf(name)]
    expect([cell('lateSales'), cell('lateCash')]).toEqual(['7.50', '5.00'])
    // The next Z begins anew
    const third = await shifts.createShift({ initialAmount: 100 })
    await handIn([receipt(5, Date.now())])
    expect((await admin.get(`/shifts/${third}/breakdown`)).body).not.toHaveProperty(
      'lateSales',
    )
    expect((await device.get('/tills/me')).body.lastNumber).toBe(5)
    await shifts.closeShift(third, { finalAmount: 102.5 })
  })
})

describe('the limits of what a till sells without the cloud', () => {
  it('are kept, and flag a sale above them, or with what its till had sold before it handed in', async () => {
    for (const wrong of [0, -1, 1.5, '5']) {
      expect((await setConfig({ offlineMaxSaleCents: wrong })).status).toBe(400)
      expect((await setConfig({ offlineMaxTotalCents: wrong })).status).toBe(400)
    }
    await setConfig({ offlineMaxSaleCents: 400, offlineMaxTotalCents: 700 })
    const { handIn } = await register('Limits')
    const soldMs = Date.now() - 60_000
    const two = {
      items: [{ productId: coffee, name: 'Coffee', quantity: 2, priceAtOrder: 250 }],
      tenders: [tender('Cash', 500)],
      amount: 5,
    }
    const isOver = (results: { flags: string[] }[]) =>
      results.map(({ flags }) => flags.includes('over_limit'))
    expect(isOver(await handIn([receipt(1, soldMs, two)]))).toEqual([true])
    // In requests of their own, too
    expect(isOver(await handIn([receipt(2, soldMs)]))).toEqual([true])
    // Sales that were handed in before it wait no more
    expect(isOver(await handIn([receipt(3, Date.now())]))).toEqual([false])
    await setConfig({ offlineMaxSaleCents: null, offlineMaxTotalCents: null })
    expect(isOver(await handIn([receipt(4, soldMs, two)]))).toEqual([false])
  })
})

it('a number that no till comes to opens no gap: the sale has one of the shop', async () => {
  const { handIn, device, series } = await register('Far')
  const [far, near] = await handIn([
    receipt(999_999_999, Date.now()),
    receipt(1, Date.now() - 1_000),
  ])
  expect(far?.flags).toContain('number_differs')
  expect(far?.receiptNumber).toMatch(/^\d+$/)
  expect(near?.receiptNumber).toBe(`${series}-1`)
  expect((await device.get('/tills/me')).body).toMatchObject({
    lastNumber: 1,
    missing: [],
  })
})
