import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Client } from '../../../infra/local/client.ts'
import { cartOf, item, splitCart, tender } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { newPaymentHash, openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let tea: string
let cake: string
let lightning: string
let accountant: Client
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  const tax = { name: 'VAT', ratePercent: 16, isDefault: true }
  await till.admin.post('/taxes', tax)
  tea = await till.createProduct(99, 'Tea')
  cake = await till.createProduct(99, '=Cake')
  accountant = await shop.userWith('reports_export')
})
afterAll(() => shop.close())

const sell = async (cart: object): Promise<string> => {
  const { status, body } = await till.admin.post('/store/orders/checkout', cart)
  expect(status, JSON.stringify(body)).toBe(201)
  return body.orderId
}
const report = async (query = '') => (await till.admin.get(`/reports${query}`)).body

describe('a report', () => {
  it('sums discounts, tips, taxes and what was paid, also of some products', async () => {
    expect(await report()).toMatchObject({
      totalDiscountCents: 0,
      totalAdjustmentCents: 0,
      totalTipCents: 0,
      totalRefundedCents: 0,
      totalRefundedSatoshis: 0,
      refundCount: 0,
      totalNetCents: 0,
      taxes: [],
    })
    // 500 and 250 of cost, of which 50 is the cake's discount and 70 that of both
    const items = [item(tea, { quantity: 2 }), item(cake, { discountCents: 50 })]
    const terms = { discountAmount: 70, tipAmount: 0.9 }
    await sell({
      ...splitCart(till, items, 720, [tender('Cash', 220), tender('Debit Card', 500)]),
      ...terms,
    })
    // Ten cents more than it costs
    await sell(cartOf(till, [item(tea)], 260))
    const body = await report('?productName=e')
    expect(body).toMatchObject({
      totalRevenueCents: 1_000,
      totalItemsSold: 4,
      totalDiscountCents: 120,
      totalAdjustmentCents: 10,
      totalTipCents: 90,
      totalNetCents: 890,
      refundCount: 0,
      taxes: [{ name: 'VAT', ratePercent: 16, netCents: 767, taxCents: 123 }],
    })
    expect(body.sales).toMatchObject([
      { productName: 'Tea', discountCents: 0, paidCents: 260 },
      { productName: 'Tea', discountCents: 50, paidCents: 450, quantity: 2 },
      { productName: '=Cake', discountCents: 70, paidCents: 180 },
    ])
    for (const sale of body.sales) {
      expect(sale).toMatchObject({ refundedQuantity: 0, refunded: false })
    }
    expect(await report('?productName=tea')).toMatchObject({
      totalDiscountCents: 50,
      totalAdjustmentCents: 10,
      totalTipCents: 64,
      totalNetCents: 710,
    })
    expect(await report('?productName=cake')).toMatchObject({
      totalDiscountCents: 70,
      totalAdjustmentCents: 0,
      totalTipCents: 26,
      totalNetCents: 180,
    })
  })
})

describe('with-payments', () => {
  it('shows items, number, discount and tip of a sale in several tenders', async () => {
    const paymentHash = newPaymentHash()
    const tenders = [
      tender('Cash', 100, { givenCents: 150 }),
      tender('BTC', 170, { paymentHash, satoshiAmount: 1_700 }),
    ]
    const cart = splitCart(till, [item(tea, { discountCents: 30 })], 270, tenders)
    lightning = await sell({ ...cart, tipAmount: 0.5 })
    const { body } = await till.admin.get('/orders/with-payments')
    expect(body[0]).toMatchObject({
      id: lightning,
      number: 3,
      total: 2.7,
      discountAmount: 30,
      tipAmount: 0.5,
      paymentMethod: 'Cash,BTC',
      paymentHash,
      items: [{ productName: 'Tea', quantity: 1, priceAtOrder: 250 }],
    })
  })
})

describe('an export', () => {
  const today = () => new Date().toISOString().slice(0, 10)
  const exported = async (query: string) => {
    const answer = await accountant.get(`/reports/export${query}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv')
    const [header = '', ...rows] = answer.body.trimEnd().split('\r\n')
    const columns = header.split(',')
    return rows.map((row: string) =>
      Object.fromEntries(row.split(',').map((cell, at) => [columns[at], cell])),
    )
  }

  it('of sales has a row for each line, oldest first, without formulas', async () => {
    const rows = await exported('')
    expect(rows).toMatchObject([
      { number: '1', productName: 'Tea', quantity: '2', price: '2.5', discount: '0.5' },
      { number: '1', productName: "'=Cake", net: '1.55', tax: '0.25', paid: '1.8' },
      { number: '2', productName: 'Tea', adjustment: '0.1', paid: '2.6' },
      { number: '3', productName: 'Tea', discount: '0.3', paid: '2.2', tip: '0.5' },
    ])
    expect(rows[3]).toMatchObject({
      day: today(),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      orderId: lightning,
      userName: 'Ana',
      taxName: 'VAT',
      taxRatePercent: '16',
    })
  })

  it('of taxes has a row for each day and tax', async () => {
    const [row, ...others] = await exported('?type=taxes&period=month')
    expect(others).toEqual([])
    const { taxes } = await report()
    expect(row).toEqual({
      day: today(),
      taxName: 'VAT',
      taxRatePercent: '16',
      net: String(taxes[0].netCents / 100),
      tax: String(taxes[0].taxCents / 100),
      gross: '11.1',
    })
  })

  it('of payments has a row for each tender as it was', async () => {
    const rows = await exported(`?type=payments&startDate=${today()}&endDate=${today()}`)
    expect(rows).toMatchObject([
      { number: '1', method: 'Cash', amount: '2.2', given: '' },
      { number: '1', method: 'Debit Card', amount: '5', satoshis: '' },
      { number: '2', method: 'Cash', amount: '2.6' },
      { number: '3', method: 'Cash', amount: '1', given: '1.5', change: '0.5' },
      { number: '3', method: 'BTC', amount: '1.7', satoshis: '1700' },
    ])
  })

  it('of Z reports has a row for each, as it was frozen', async () => {
    const shifts = await shiftsOf(shop)
    const id = await shifts.createShift()
    await shifts.closeShift(id, { finalAmount: 106 })
    const { closedAt, taxes } = await shifts.zReport(id)
    const rows = await exported(`?type=z-reports&startDate=${today()}&endDate=${today()}`)
    expect(rows).toEqual([
      {
        day: today(),
        time: closedAt,
        number: '1',
        shiftId: id,
        closedBy: 'Ana',
        firstNumber: '1',
        lastNumber: '3',
        tickets: '3',
        sales: '11.1',
        tips: '1.4',
        discounts: '1.5',
        refunds: '0',
        paidCash: '5.8',
        paidCreditCard: '0',
        paidDebitCard: '5',
        paidBTC: '1.7',
        paidBankTransfer: '0',
        net: String(taxes[0].netCents / 100),
        tax: String(taxes[0].taxCents / 100),
        initialAmount: '100.5',
        cashIn: '0',
        cashOut: '0',
        cashRefunds: '0',
        expectedTotal: '106.3',
        finalAmount: '106',
        difference: '-0.3',
      },
    ])
    expect((await exported('?type=z-reports')).length).toBe(1)
  })

  it('names the days of the shop', async () => {
    const config = (await till.admin.get('/config')).body
    await till.admin.put('/config', { ...config, timezone: 'Pacific/Kiritimati' })
    const day = (ms: number) => new Date(ms + 14 * 60 * 60_000).toISOString().slice(0, 10)
    const now = Date.now()
    for (const row of await exported('')) {
      expect([day(now - 60 * 60_000), day(now)]).toContain(row.day)
    }
    await till.admin.put('/config', { ...config, timezone: null })
  })

  it('has no rows for days without sales', async () => {
    for (const type of ['sales', 'taxes', 'payments', 'z-reports']) {
      expect(
        await exported(`?type=${type}&startDate=2020-01-01&endDate=2020-01-02`),
      ).toEqual([])
    }
  })

  it.each([
    ['?type=nothing', 400, 'Invalid type: nothing'],
    ['?period=day', 400, 'Invalid period: day. Must be week, month, or year'],
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

  it('takes a permission of its own', async () => {
    const reader = await shop.userWith('reports_read')
    expect((await reader.get('/reports/export')).status).toBe(403)
    expect((await accountant.get('/reports')).status).toBe(403)
  })
})
