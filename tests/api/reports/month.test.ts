import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { type Bills, openBills } from '../../support/bills.ts'
import type { Client } from '../../support/client.ts'
import { refundsOf } from '../../support/refunds.ts'
import { item, splitCart, tender } from '../../support/selling.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { methodId, openTill, type Till } from '../../support/till.ts'

/**
 * An accountant's walk through a December of random sales, refunds, tips, discounts, roundings,
 * corrections, voids and reopened shifts: every column of every export adds up to reports and Zs, and what
 * January gives back changes nothing of it.
 */
let shop: Shop
beforeAll(async () => {
  shop = await openShop()
})
afterAll(() => shop.close())

const methodNames = ['Cash', 'Credit Card', 'Debit Card', 'BTC', 'Bank Transfer']

/** Random numbers that are equal in every run. */
let seed = 20_261_201
function random(below: number): number {
  seed = (seed * 48_271) % 2_147_483_647
  return seed % below
}

const roundedToFive = (cents: number) => Math.floor((cents + 2) / 5) * 5

type Row = Record<string, string>

const cents = (text: string | number | undefined) => Math.round(Number(text || 0) * 100)
const sumOf = (rows: readonly Row[], column: string) =>
  rows.reduce((sum, row) => sum + cents(row[column]), 0)

/** The rows of an export of some days, by column. */
async function exported(admin: Client, type: string, days: string): Promise<Row[]> {
  const { body } = await admin.get(`/reports/export?type=${type}&${days}`)
  const [header = '', ...rows] = body.slice(1).trimEnd().split('\r\n')
  const columns = header.split(',')
  return rows.map((row: string) =>
    Object.fromEntries(row.split(',').map((cell, at) => [columns[at], cell])),
  )
}

const types = ['sales', 'taxes', 'payments', 'refunds', 'z-reports'] as const
const december = 'startDate=2026-12-01&endDate=2026-12-31'
const january = 'startDate=2027-01-01&endDate=2027-01-31'

/** One random sale of the store, of one to three products. Returns its order's id. */
async function sellSome(till: Till, products: readonly string[]): Promise<string> {
  const picked = products.slice(random(2)).slice(0, 1 + random(3))
  const items = picked.map((id, at) => {
    const [quantity, priceAtOrder] = [1 + random(3), 33 + 7 * random(90) + at]
    const discountCents = random(4) === 0 ? random(quantity * priceAtOrder) : 0
    return item(id, { quantity, priceAtOrder, ...(discountCents && { discountCents }) })
  })
  const dueCents = items.reduce(
    (sum, { quantity, priceAtOrder, ...rest }) =>
      sum +
      quantity * priceAtOrder -
      ('discountCents' in rest ? Number(rest.discountCents) : 0),
    0,
  )
  const discountAmount = random(3) === 0 ? random(Math.min(dueCents, 40)) : 0
  const tipCents = random(3) === 0 ? random(200) : 0
  // Now and then a till charges something else
  const goodsCents = dueCents - discountAmount + (random(4) === 0 ? random(30) : 0)
  const totalCents = goodsCents + tipCents
  const first = methodNames[random(5)] ?? 'Cash'
  const restCents = Math.floor(totalCents / 3)
  const paid: [string, number][] = [[first, totalCents - restCents]]
  const second = first === 'Cash' ? 'Debit Card' : 'Cash'
  if (restCents > 0) paid.push([second, restCents])
  else paid[0] = [first, totalCents]
  const tenders = paid.map(([name, amountCents]) =>
    tender(name, name === 'Cash' ? roundedToFive(amountCents) : amountCents, {
      ...(name === 'BTC' && { satoshiAmount: 10 * amountCents }),
    }),
  )
  const cart = splitCart(till, items, totalCents, tenders)
  const { status, body } = await till.admin.post('/store/orders/checkout', {
    ...cart,
    ...(tipCents && { tipAmount: tipCents / 100 }),
    ...(discountAmount && { discountAmount }),
  })
  expect(status, JSON.stringify(body)).toBe(201)
  return body.orderId
}

/** Gives back a random part, by whatever still can. */
async function refundSome(admin: Client, path: string): Promise<void> {
  const ways = [{}, { amountCents: 1 + random(150) }, { amountCents: 40 + random(300) }]
  const paymentMethodId = methodId(random(2) === 0 ? 'Cash' : 'Debit Card')
  for (const body of [{ ...ways[random(3)], paymentMethodId }, { amountCents: 5 }]) {
    const { status } = await admin.post(`${path}/refund`, body)
    if (status === 200) return
  }
}

/**
 * Books one of these sales by other methods of the same sum, by someone who sold none of them.
 * Returns whether it was still to be changed.
 */
async function correctSome(by: Client, sold: readonly string[]): Promise<boolean> {
  const id = sold[random(sold.length)] ?? ''
  const { body: sales } = await by.get('/orders/with-payments')
  const { tenders } = sales.find((sale: { id: string }) => sale.id === id)
  const dueCents = (tenders as { paymentMethod: string; amountCents: number }[])
    .filter(({ paymentMethod }) => paymentMethod !== 'BTC')
    .reduce((sum, { amountCents }) => sum + amountCents, 0)
  const [first = '', second = ''] =
    [
      ['Cash', 'Bank Transfer'],
      ['Debit Card', 'Cash'],
      ['Debit Card', 'Bank Transfer'],
    ][random(3)] ?? []
  const firstCents = 1 + random(Math.max(1, dueCents - 1))
  const { status } = await by.put(`/orders/${id}/tenders`, {
    reason: 'Wrong button',
    tenders: [
      tender(first, firstCents),
      ...(dueCents > firstCents ? [tender(second, dueCents - firstCents)] : []),
    ],
  })
  return status === 200
}

async function walk() {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(Date.parse('2026-12-01T15:00:00Z'))
  const setup = await openTill(shop)
  const { body: config } = await setup.admin.get('/config')
  await setup.admin.put('/config', {
    ...config,
    cashRoundingCents: 5,
    timezone: 'America/Lima',
  })
  const taxes: string[] = []
  for (const [name, ratePercent] of [
    ['VAT', 16],
    ['Food', 7.5],
  ] as const) {
    taxes.push(
      (await setup.admin.post('/taxes', { name, ratePercent, isDefault: false })).body.id,
    )
  }
  const products: string[] = []
  for (const taxId of [taxes[0], null, taxes[1]]) {
    const id = await setup.createProduct(10_000)
    const { body: product } = await setup.admin.get(`/products/${id}`)
    await setup.admin.put(`/products/${id}`, { ...product, taxId })
    products.push(id)
  }
  const sold: string[] = []
  const settled: string[] = []
  const voidable: string[] = []
  let corrected = 0
  for (const day of [1, 9, 17, 25, 31]) {
    vi.setSystemTime(Date.parse(`2026-12-${String(day).padStart(2, '0')}T15:00:00Z`))
    const till = await openTill(shop)
    const { admin } = till
    const staff = await staffOf(shop)
    const role = await staff.createRoleWith('orders_read', 'orders_refund')
    const manager = await shop.login((await staff.createUser(role)).credentials)
    await admin.put('/config', {
      ...(await admin.get('/config')).body,
      pricesIncludeTax: day < 17,
    })
    const shifts = await shiftsOf(shop)
    const shiftId = await shifts.createShift({ initialAmount: 50 })
    for (let sale = 0; sale < 7; sale += 1) {
      sold.push(await sellSome(till, products))
    }
    const bills: Bills = await openBills(shop)
    const bill = await bills.createBill([450, 333, 120])
    expect((await bills.settle(bill, 1_005, { tipAmount: 1.02 })).status).toBe(200)
    settled.push(bill)
    for (let wrong = 0; wrong < 3; wrong += 1) {
      if (await correctSome(manager, [...sold.slice(-7), bill])) corrected += 1
    }
    for (let refund = 0; refund < 4; refund += 1) {
      await refundSome(admin, `/store/orders/${sold[random(sold.length)]}`)
    }
    await refundSome(admin, `/orders/${settled[random(settled.length)]}`)
    const voided = sold[random(sold.length)] ?? ''
    voidable.push(voided)
    const { body: tickets } = await admin.get('/tickets')
    const ticket = tickets.find(
      (each: { orderId: string; voided?: true }) =>
        each.orderId === voided && !each.voided,
    )
    if (ticket) expect((await admin.del(`/tickets/${ticket.id}`)).status).toBe(204)
    await shifts.moveCash(shiftId, 'in', 3)
    const { expectedTotal } = await shifts.breakdown(shiftId)
    await shifts.closeShift(shiftId, { finalAmount: Math.max(0, expectedTotal - 0.05) })
    if (day % 2 === 1 && day > 9) {
      const input = { ...shifts.shiftInput(), initialAmount: 50 }
      await admin.put(`/shifts/${shiftId}`, { ...input, endTime: null })
      sold.push(await sellSome(till, products))
      await shifts.closeShift(shiftId, {
        finalAmount: (await shifts.breakdown(shiftId)).expectedTotal,
      })
    }
  }
  // A bill that was paid the old way, which no Z has
  const bills = await openBills(shop)
  const old = await bills.createBill([200])
  await bills.pay(old)
  await bills.admin.put(`/orders/${old}`, {
    userId: shop.ownerId,
    status: 'paid',
    total: 2,
  })
  return { sold, settled, old, corrected }
}

it('adds up in every column, and a declared month never changes', async () => {
  try {
    const { sold, settled, old, corrected } = await walk()
    const { admin } = await openTill(shop)
    const read = async (days: string) =>
      Object.fromEntries(
        await Promise.all(
          types.map(async (type) => [type, await exported(admin, type, days)] as const),
        ),
      ) as Record<(typeof types)[number], Row[]>
    const month = await read(december)
    const { sales, payments, refunds, taxes, 'z-reports': zs } = month

    for (const row of sales) {
      expect(cents(row.lineDiscount) + cents(row.saleDiscount)).toBe(cents(row.discount))
      const net = cents(row.net) + cents(row.tax) + cents(row.rounding)
      const fromPrice =
        Number(row.quantity) * cents(row.price) -
        cents(row.discount) +
        cents(row.adjustment) +
        cents(row.rounding) +
        cents(row.addedTax)
      expect([net, fromPrice], JSON.stringify(row)).toEqual([
        cents(row.paid),
        cents(row.paid),
      ])
    }
    for (const row of refunds) {
      expect(
        cents(row.net) + cents(row.tax) + cents(row.tip) - cents(row.rounding),
        JSON.stringify(row),
      ).toBe(cents(row.amount))
    }
    for (const row of taxes) {
      for (const part of ['net', 'tax', 'gross'] as const) {
        const name = `${part.charAt(0).toUpperCase()}${part.slice(1)}`
        expect(cents(row[`sold${name}`]) - cents(row[`refunded${name}`])).toBe(
          cents(row[part]),
        )
      }
    }

    // By Z number the exports are the Zs
    expect(sales.filter(({ inZ }) => inZ === '').map(({ orderId }) => orderId)).toEqual([
      old,
    ])
    expect(zs.length).toBeGreaterThan(5)
    expect(corrected).toBeGreaterThan(5)
    expect(zs.reduce((sum, z) => sum + Number(z.corrections), 0)).toBe(corrected)
    for (const z of zs) {
      const inZ = (rows: readonly Row[]) => rows.filter((row) => row.inZ === z.number)
      const [ofSales, ofRefunds] = [inZ(sales), inZ(refunds)]
      const gross = ofSales.reduce(
        (sum, row) => sum + Number(row.quantity) * cents(row.price),
        0,
      )
      expect({
        gross,
        discounts: sumOf(ofSales, 'discount'),
        addedTax: sumOf(ofSales, 'addedTax'),
        adjustments: sumOf(ofSales, 'adjustment'),
        rounding: sumOf(ofSales, 'rounding'),
        sales: sumOf(ofSales, 'paid') - sumOf(ofSales, 'rounding'),
        tips: sumOf(ofSales, 'tip'),
        refunds: sumOf(ofRefunds, 'amount'),
        refundedTips: sumOf(ofRefunds, 'tip'),
        refundRounding: sumOf(ofRefunds, 'rounding'),
      }).toEqual(
        Object.fromEntries(
          [
            'gross',
            'discounts',
            'addedTax',
            'adjustments',
            'rounding',
            'sales',
            'tips',
            'refunds',
            'refundedTips',
            'refundRounding',
          ].map((name) => [name, cents(z[name])]),
        ),
      )
      for (const name of methodNames) {
        const of = (rows: readonly Row[]) =>
          inZ(rows).filter(({ method }) => method === name)
        const column = name.replaceAll(' ', '')
        expect(sumOf(of(payments), 'amount')).toBe(cents(z[`paid${column}`]))
        expect(sumOf(of(refunds), 'amount')).toBe(cents(z[`refunded${column}`]))
      }
      const opened = cents(z.initialAmount) + cents(z.paidCash) + cents(z.cashIn)
      expect(opened - cents(z.cashOut) - cents(z.cashRefunds)).toBe(
        cents(z.expectedTotal),
      )
    }
    // Each close lacks 0.05, those of reopened shifts nothing
    expect(sumOf(zs, 'difference')).toBe(-25)
    expect(
      cents((await admin.get(`/shifts/report?period=year`)).body.totalDifference),
    ).toBe(-25)

    // Without the bill that no Z has, the taxes are those of the Zs
    const named = (name: string) => (name === '' ? 'Untaxed 0%' : name)
    for (const tax of ['VAT 16', 'Food 7.5', '']) {
      const [taxName, taxRatePercent = ''] = tax.split(' ')
      const ofTax = taxes.filter(
        (row) => row.taxName === taxName && row.taxRatePercent === taxRatePercent,
      )
      const column = named(tax === '' ? '' : `${tax}%`)
      const apart = tax === '' ? 200 : 0
      expect(sumOf(ofTax, 'net') - apart).toBe(sumOf(zs, `net ${column}`))
      expect(sumOf(ofTax, 'tax')).toBe(sumOf(zs, `tax ${column}`))
      expect(sumOf(ofTax, 'refundedNet')).toBe(sumOf(zs, `refunded net ${column}`))
      expect(sumOf(ofTax, 'refundedTax')).toBe(sumOf(zs, `refunded tax ${column}`))
    }

    // By day the exports are the reports
    const report = async (query: string) => (await admin.get(`/reports?${query}`)).body
    type Tax = { netCents: number; taxCents: number }
    const taxOf = (rows: readonly Tax[]) =>
      rows.reduce((sum, { taxCents }) => sum + taxCents, 0)
    for (const day of [
      '2026-12-01',
      '2026-12-09',
      '2026-12-17',
      '2026-12-25',
      '2026-12-31',
    ]) {
      const body = await report(`startDate=${day}&endDate=${day}`)
      const of = (rows: readonly Row[]) => rows.filter((row) => row.day === day)
      expect({
        discount: body.totalDiscountCents,
        adjustment: body.totalAdjustmentCents,
        tip: body.totalTipCents,
        taxSold: taxOf(body.taxesSold),
        taxRefunded: taxOf(body.refundedInPeriod.taxes),
        refunded: body.refundedInPeriod.cents - body.refundedInPeriod.roundingCents,
        refundedTips: body.refundedInPeriod.tipCents,
        revenue: body.totalRevenueCents,
      }).toEqual({
        discount: sumOf(of(sales), 'discount'),
        adjustment: sumOf(of(sales), 'adjustment'),
        tip: sumOf(of(sales), 'tip'),
        taxSold: sumOf(of(taxes), 'soldTax'),
        taxRefunded: sumOf(of(taxes), 'refundedTax'),
        refunded: sumOf(of(refunds), 'amount'),
        refundedTips: sumOf(of(refunds), 'tip'),
        revenue: of(sales).reduce(
          (sum, row) => sum + Number(row.quantity) * cents(row.price),
          0,
        ),
      })
    }
    // All methods together are the whole, each with what it took
    const whole = await report(december)
    const byMethod = await Promise.all(
      methodNames.map((name) =>
        report(`${december}&paymentMethod=${encodeURIComponent(name)}`),
      ),
    )
    for (const name of [
      'totalRevenueCents',
      'totalBtcSatoshis',
      'totalDiscountCents',
      'totalTipCents',
      'totalRoundingCents',
      'totalRefundedCents',
      'totalNetCents',
    ]) {
      expect(
        byMethod.reduce((sum, body) => sum + body[name], 0),
        name,
      ).toBe(whole[name])
    }
    const refundNumbers = [...new Set(refunds.map(({ receiptNumber }) => receiptNumber))]
    expect(refundNumbers).toEqual(refundNumbers.map((_, at) => `R-${at + 1}`))
    expect(zs.find(({ firstRefund }) => firstRefund)?.firstRefund).toBe('R-1')
    expect(zs.findLast(({ lastRefund }) => lastRefund)?.lastRefund).toBe(
      `R-${refundNumbers.length}`,
    )

    // January books nothing of December by other methods, and gives back what is left of it
    vi.setSystemTime(Date.parse('2027-01-04T15:00:00Z'))
    const next = await openTill(shop)
    for (const id of [...sold, ...settled]) {
      const late = { reason: 'Late', tenders: [tender('Bank Transfer', 1)] }
      expect((await next.admin.put(`/orders/${id}/tenders`, late)).status).toBe(409)
    }
    const refunds2027 = refundsOf(shop, next)
    const cash = { paymentMethodId: methodId('Cash') }
    for (const id of sold) await refunds2027.refund(id, cash)
    for (const id of settled) await next.admin.post(`/orders/${id}/refund`, cash)
    for (const type of types) {
      expect(await exported(next.admin, type, december), type).toEqual(month[type])
    }
    const after = (await next.admin.get(`/reports?${december}`)).body
    expect([after.taxesSold, after.refundedInPeriod]).toEqual([
      whole.taxesSold,
      whole.refundedInPeriod,
    ])
    const later = await exported(next.admin, 'taxes', january)
    expect(sumOf(later, 'soldTax')).toBe(0)
    // Both months together leave the tax of nothing but what nobody can give back
    expect(sumOf(later, 'refundedTax')).toBe(sumOf(taxes, 'tax'))
  } finally {
    vi.useRealTimers()
  }
}, 120_000)
