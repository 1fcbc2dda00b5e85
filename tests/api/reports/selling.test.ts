import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { formatCents, toCents } from '../../../shared/platform/money/decimal.ts'
import type { Client } from '../../support/client.ts'
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
    const card = tender('Debit Card', 500, { transactionId: 'slip 7' })
    await sell({
      ...splitCart(till, items, 720, [tender('Cash', 220), card]),
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
      transactionId: null,
      items: [{ productName: 'Tea', quantity: 1, priceAtOrder: 250 }],
    })
    const card = body.find(({ number }: { number: number }) => number === 1)
    expect(card.transactionId).toBe('slip 7')
    const { sales } = await report()
    const reported = ({ orderId }: { orderId: string }) => orderId === card.id
    expect(sales.find(reported).transactionId).toBe('slip 7')
  })
})

/** Checks that an exported line adds up to the amount paid for it. */
const addsUp = (row: Record<string, string>) => {
  const cents = (name: string) => toCents(Number(row[name]))
  const added = cents('adjustment') + cents('rounding') + cents('addedTax')
  expect(Number(row.quantity) * cents('price') - cents('discount') + added).toBe(
    cents('paid'),
  )
}

describe('an export', () => {
  const today = () => new Date().toISOString().slice(0, 10)
  const exported = async (query: string) => {
    const answer = await accountant.get(`/reports/export${query}`)
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    expect(answer.headers.get('content-type')).toBe('text/csv')
    const [header = '', ...rows] = answer.body.slice(1).trimEnd().split('\r\n')
    const columns = header.split(',')
    return rows.map((row: string) =>
      Object.fromEntries(row.split(',').map((cell, at) => [columns[at], cell])),
    )
  }

  it('of sales has a row for each line, oldest first, without formulas', async () => {
    const rows = await exported('')
    expect(rows).toMatchObject([
      { number: '1', productName: 'Tea', quantity: '2', price: '2.50', discount: '0.50' },
      { number: '1', productName: "'=Cake", net: '1.55', tax: '0.25', paid: '1.80' },
      { number: '2', productName: 'Tea', adjustment: '0.10', paid: '2.60' },
      { number: '3', productName: 'Tea', discount: '0.30', paid: '2.20', tip: '0.50' },
    ])
    for (const row of rows) addsUp(row)
    expect(rows[3]).toMatchObject({
      day: today(),
      time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
      orderId: lightning,
      userName: 'Ana',
      taxName: 'VAT',
      taxRatePercent: '16',
      sku: expect.stringMatching(/^[0-9a-f-]{36}$/),
      currency: 'USD',
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
      net: formatCents(taxes[0].netCents),
      tax: formatCents(taxes[0].taxCents),
      gross: '11.10',
      currency: 'USD',
      soldNet: formatCents(taxes[0].netCents),
      soldTax: formatCents(taxes[0].taxCents),
      soldGross: '11.10',
      refundedNet: '0.00',
      refundedTax: '0.00',
      refundedGross: '0.00',
    })
  })

  it('of payments has a row for each tender as it was', async () => {
    const rows = await exported(`?type=payments&startDate=${today()}&endDate=${today()}`)
    expect(rows).toMatchObject([
      { number: '1', method: 'Cash', amount: '2.20', given: '', currency: 'USD' },
      { number: '1', method: 'Debit Card', amount: '5.00', transactionId: 'slip 7' },
      { number: '2', method: 'Cash', amount: '2.60' },
      { number: '3', method: 'Cash', amount: '1.00', given: '1.50', change: '0.50' },
      { number: '3', method: 'BTC', amount: '1.70', satoshis: '1700' },
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
        sales: '11.10',
        tips: '1.40',
        discounts: '1.50',
        refunds: '0.00',
        paidCash: '5.80',
        paidCreditCard: '0.00',
        paidDebitCard: '5.00',
        paidBTC: '1.70',
        paidBankTransfer: '0.00',
        net: formatCents(taxes[0].netCents),
        tax: formatCents(taxes[0].taxCents),
        initialAmount: '100.50',
        cashIn: '0.00',
        cashOut: '0.00',
        cashRefunds: '0.00',
        expectedTotal: '106.30',
        finalAmount: '106.00',
        difference: '-0.30',
        statedDifference: '',
        gross: '12.50',
        addedTax: '0.00',
        adjustments: '0.10',
        rounding: '0.00',
        refundedCash: '0.00',
        netCash: '5.80',
        refundedCreditCard: '0.00',
        netCreditCard: '0.00',
        refundedDebitCard: '0.00',
        netDebitCard: '5.00',
        refundedBTC: '0.00',
        netBTC: '1.70',
        refundedBankTransfer: '0.00',
        netBankTransfer: '0.00',
        outsideCount: '0',
        outsideTotal: '0.00',
        satoshisPaidOut: '0',
        openLines: '0',
        openLinesTotal: '0.00',
        cancelledLines: '0',
        cancelledLinesTotal: '0.00',
        cancelledAfterPrint: '0',
        cancelledAfterPrintTotal: '0.00',
        openBills: expect.any(String),
        openBillsTotal: expect.any(String),
        bitcoinWithoutPayment: '1',
        bitcoinWithoutPaymentTotal: '1.70',
        overpaidSat: '0',
        nodeFeeSat: '0',
        flaggedSales: '0',
        flaggedSalesTotal: '0.00',
        corrections: '0',
        correctionsTotal: '0.00',
        currency: 'USD',
        productsBelowZero: '0',
        lateSales: '0.00',
        lateCash: '0.00',
        refundRounding: '0.00',
        refundedTips: '0.00',
        refundedGoods: '0.00',
        firstRefund: '',
        lastRefund: '',
        unsoldReceivedSat: '0',
        unsoldSoldSat: '0',
        unsoldRefundedSat: '0',
        unsoldDismissedSat: '0',
        unsoldOpenSat: '0',
        'net VAT 16%': formatCents(taxes[0].netCents),
        'tax VAT 16%': formatCents(taxes[0].taxCents),
        'refunded net VAT 16%': '0.00',
        'refunded tax VAT 16%': '0.00',
      },
    ])
    // It keeps the currency of its day; sales keep theirs
    await till.admin.put('/base-currency', { acronym: 'MXN' })
    expect(await exported('?type=z-reports')).toMatchObject([{ currency: 'USD' }])
    expect(await exported('?type=taxes')).toMatchObject([{ currency: 'USD' }])
    await till.admin.put('/base-currency', { acronym: 'USD' })
  })
})
