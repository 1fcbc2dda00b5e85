import { randomUUID } from 'node:crypto'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { read } from '../../../shared/platform/dynamodb/read.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { dayRecordKey } from '../../../shared/selling/sales/day-record.ts'
import { putInvoice } from '../../../shared/selling/sales/payment-hashes.ts'
import { approved } from '../../support/approvals.ts'
import { openBills } from '../../support/bills.ts'
import { tender } from '../../support/selling.ts'
import { type Shifts, shiftsOf } from '../../support/shifts.ts'
import { openShop, owner, type Shop } from '../../support/shop.ts'
import { staffOf } from '../../support/staff.ts'
import { methodId, newPaymentHash, openTill } from '../../support/till.ts'
import { notifyShop } from '../../support/watchers.ts'

let shop: Shop
let till: Awaited<ReturnType<typeof openTill>>
let shifts: Shifts
let coffee: string
beforeAll(async () => {
  shop = await openShop({ options: { TILLS: 'true' } })
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
  coffee = await till.createProduct(1_000)
})
afterAll(() => shop.close())

/** Registers a till, and sells coffees for cash there. */
async function register(name: string) {
  const device = await shop.admin()
  const { id, series } = (await device.post('/tills', { name })).body
  const sell = (number: unknown, changes: object = {}) =>
    device.post('/store/orders/checkout', till.cart(coffee, 1, { number, ...changes }))
  const own = async () => (await device.get('/tills/me')).body
  return { id, series, device, sell, own }
}

const order = async (id: string) => (await till.admin.get(`/store/orders/${id}`)).body
const sold = (receiptNumber: string) => ({ status: 201, body: { receiptNumber } })

describe('a sale at a till', () => {
  it("has the till's number, is found by it, and leaves the shop's own alone", async () => {
    const { sell, series, id } = await register('Bar')
    const own = await till.admin.post('/store/orders/checkout', till.cart(coffee))
    expect(own.body).not.toHaveProperty('receiptNumber')
    const before = await read(dayRecordKey)
    const first = await sell(1)
    expect(first).toMatchObject({ ...sold('A-1'), body: { number: 1, series } })
    // The first of a part claims the shop's currency, and adds to no sum
    const claimed = { ...before, changes: (before?.changes as number) + 1 }
    expect(await read(dayRecordKey)).toEqual(claimed)
    await sell(2)
    expect(await read(dayRecordKey)).toEqual(claimed)
    const { orderId } = first.body
    const found = { number: 1, series, receiptNumber: 'A-1', tillId: id, tillName: 'Bar' }
    expect(await order(orderId)).toMatchObject(found)
    for (const [number, orderOf] of [
      ['A-1', orderId],
      ['1', own.body.orderId],
    ]) {
      for (const path of ['/store/orders', '/orders/with-payments']) {
        const { body } = await till.admin.get(`${path}?receiptNumber=${number}`)
        expect(body.map((each: { id: string }) => each.id)).toEqual([orderOf])
      }
    }
    const none = await till.admin.get('/store/orders?receiptNumber=A-99')
    expect(none.body).toEqual([])
  })

  it('is the same sale again, and has a number of the shop where its own is taken', async () => {
    const { sell, own } = await register('Twice')
    const saleId = randomUUID()
    const first = await sell(1, { saleId })
    expect(await sell(1, { saleId })).toMatchObject({ status: 201, body: first.body })
    const differs = await sell(1)
    expect(differs).toMatchObject({
      status: 201,
      body: { receiptNumber: '2', flags: ['number_differs'] },
    })
    expect(await own()).toMatchObject({ lastNumber: 1, missing: [] })
    const raced = await Promise.all([sell(2), sell(2), sell(2), sell(3)])
    const numbers = raced.map(({ body }) => body.receiptNumber as string)
    expect(new Set(numbers).size).toBe(4)
    expect(numbers).toEqual(expect.arrayContaining(['B-2', 'B-3', '3', '4']))
  })

  it('passes over numbers, and hands them in; one far above waits for those before', async () => {
    const { sell, own } = await register('Gaps')
    await sell(5)
    expect((await own()).missing).toEqual([{ from: 1, to: 4 }])
    expect(await sell(3)).toMatchObject(sold('C-3'))
    expect((await own()).missing).toEqual([
      { from: 1, to: 2 },
      { from: 4, to: 4 },
    ])
    const stock = async () => (await till.admin.get(`/products/${coffee}`)).body.quantity
    const before = await stock()
    expect(await sell(1_006)).toMatchObject({
      status: 409,
      body: { code: 'hand_in_first' },
    })
    expect(await stock()).toBe(before)
    expect((await sell(1_005)).status).toBe(201)
    for (const wrong of [0, -1, 1.5, '7', 1e10]) {
      expect((await sell(wrong)).status).toBe(400)
    }
    const ranges = await register('Ranges')
    for (let number = 2; number <= 100; number += 2) await ranges.sell(number)
    expect((await ranges.own()).missing).toHaveLength(50)
    const body = till.cart(coffee, 1, { number: 102 })
    const key = { 'idempotency-key': randomUUID() }
    const ahead = () => ranges.device.post('/store/orders/checkout', body, key)
    expect((await ahead()).body.code).toBe('hand_in_first')
    expect((await ranges.sell(1)).status).toBe(201)
    expect((await ahead()).status).toBe(201)
  })

  it('is refused where the till was revoked, and where the header is no token; a cookie that is none counts for the shop', async () => {
    const { sell, id, device } = await register('Stolen')
    await sell(1)
    await till.admin.del(`/tills/${id}`)
    expect((await sell(2)).body).toMatchObject({
      message: 'Till is revoked',
      code: 'till_revoked',
    })
    expect(device.cookies.has('tillToken')).toBe(false)
    const foreign = { 'x-till': 'eyJhbGciOiJIUzI1NiJ9.e30.x' }
    const cart = till.cart(coffee, 1, { number: 77 })
    const stock = await till.stockOf(coffee)
    expect(await till.admin.post('/store/orders/checkout', cart, foreign)).toMatchObject({
      status: 400,
      body: {
        message: 'X-Till is not the token of a till',
        code: 'till_token_invalid',
      },
    })
    expect(await till.stockOf(coffee)).toBe(stock)
    // Browsers go on sending a cookie of which they know nothing
    const lost = await shop.admin()
    lost.cookies.set('tillToken', 'none')
    const { body } = await lost.post('/store/orders/checkout', cart)
    expect(body).not.toHaveProperty('receiptNumber')
  })
})

describe('a sale of as many products as there may be', () => {
  it('is refused where its other records leave no room, and changes nothing', async () => {
    const { id, own } = await register('Crowded')
    const { token } = (await till.admin.post(`/tills/${id}/token`, { token: true })).body
    const staff = await staffOf(shop)
    const role = await staff.createRoleWith('orders_create')
    const cashier = await shop.login((await staff.createUser(role)).credentials)
    const ids = await Promise.all(Array.from({ length: 90 }, () => till.createProduct(2)))
    // Approved, in another's name, with a discount and a payment that is not on record
    const crowded = (size: number) => ({
      ...till.cart(coffee),
      items: ids.slice(0, size).map((productId) => ({
        productId,
        quantity: 1,
        priceAtOrder: 250,
      })),
      discountAmount: 1,
      amount: 2.5 * size - 0.01,
      paymentMethodId: methodId('BTC'),
      paymentHash: newPaymentHash(),
      satoshiAmount: 1_000,
      number: 1,
    })
    const sell = async (size: number) => {
      const body = crowded(size)
      const path = '/store/orders/checkout'
      const asked = { method: 'POST', path, body, permission: 'orders_discount' } as const
      const boss = { userId: shop.ownerId, pin: owner.pin }
      const approval = await approved(cashier, boss, asked)
      return cashier.post(path, body, { ...approval, 'x-till': token })
    }
    expect(await sell(90)).toMatchObject({
      status: 400,
      body: {
        message: 'Checkout failed: a sale holds at most 89 different products',
        code: 'checkout_too_many_products',
      },
    })
    expect(await till.stockOf(ids[0] ?? '')).toBe(2)
    expect((await own()).lastNumber).toBe(0)
    expect(await sell(89)).toMatchObject({ status: 201, body: { number: 1 } })
  })
})

describe('the day of tills', () => {
  it('is one Z, the sum of the drawers', async () => {
    const shiftId = await shifts.createShift({ initialAmount: 0 })
    await shifts.closeShift(shiftId, { finalAmount: 0 })
    const bar = await register('Day bar')
    const door = await register('Day door')
    const amounts = (cents: number[]) =>
      [bar.id, door.id, null].map((tillId, at) => ({ tillId, amount: cents[at] }))
    const input = shifts.shiftInput({ initialAmount: 30 })
    const wrong = { ...input, drawers: amounts([10, 10, 9]) }
    expect((await till.admin.post('/shifts', wrong)).status).toBe(400)
    const opened = await till.admin.post('/shifts', {
      ...input,
      drawers: amounts([10, 10, 10]),
    })
    const { id } = opened.body
    const { orderId } = (await bar.sell(1)).body
    await bar.sell(2)
    await door.sell(1)
    await till.admin.post('/store/orders/checkout', till.cart(coffee))
    const refund = (body: object) =>
      bar.device.post(`/store/orders/${orderId}/refund`, body)
    expect((await refund({ tillId: door.id })).status).toBe(400)
    expect((await refund({ tillId: bar.id })).body.receiptNumber).toBe(`${bar.series}R-1`)
    const cash = { type: 'out', amount: 3, reason: 'change', tillId: bar.id }
    await bar.device.post(`/shifts/${id}/cash`, { ...cash, toTillId: door.id })

    const row = (
      tillId: string | null,
      initial: number,
      sales: number,
      expected: number,
    ) =>
      expect.objectContaining({
        tillId,
        initialAmount: initial,
        totalSales: sales,
        expectedTotal: expected,
      })
    const rows = [
      row(null, 10, 2.5, 12.5),
      row(bar.id, 10, 5, 9.5),
      row(door.id, 10, 2.5, 15.5),
    ]
    const whole = {
      totalSales: 10,
      totalTickets: 4,
      expectedTotal: 37.5,
      totalRefunds: 2.5,
    }
    const x = await shifts.breakdown(id)
    expect(x).toMatchObject(whole)
    expect(x.byTill).toEqual(expect.arrayContaining(rows))
    const { body: ofBar } = await till.admin.get(
      `/shifts/${id}/breakdown?tillId=${bar.id}`,
    )
    expect(ofBar).toMatchObject({ tillId: bar.id, firstNumber: 1, lastNumber: 2 })

    for (const [others, uncounted] of [
      [[null], 'Day door'],
      [[door.id], "the shop's own drawer"],
    ] as const) {
      const counts = [bar.id, ...others].map((tillId) => ({ tillId, amount: 18.5 }))
      const partial = { finalAmount: 37, drawers: counts }
      expect(await till.admin.post(`/shifts/${id}/close`, partial)).toMatchObject({
        status: 400,
        body: { message: expect.stringContaining(uncounted) },
      })
    }

    const close = { finalAmount: 37, drawers: amounts([9, 15.5, 12.5]) }
    expect((await till.admin.post(`/shifts/${id}/close`, close)).status).toBe(200)
    const z = await shifts.zReport(id)
    expect(z).toMatchObject({ ...whole, difference: -0.5 })
    const zRow = (tillId: string | null) =>
      z.byTill.find((each: { tillId: string | null }) => each.tillId === tillId)
    expect(zRow(bar.id)).toMatchObject({
      countedCash: 9,
      difference: -0.5,
      partNumber: 1,
      perpetualSales: 5,
      perpetualRefunds: 2.5,
      lastRefundNumber: 1,
    })
    expect(zRow(null)).toMatchObject({ countedCash: 12.5, difference: 0 })
    expect(await shifts.breakdown(id)).toMatchObject({
      ...whole,
      byTill: z.byTill.map(expectable),
    })

    const { body: csv } = await till.admin.get('/reports/export?type=z-reports')
    const [head = [], ...lines] = parse(csv, { bom: true }) as string[][]
    const cell = (name: string) => lines.at(-1)?.[head.indexOf(name)]
    const cells = (series: string) =>
      ['sales', 'expected', 'counted', 'difference', 'firstNumber', 'lastNumber'].map(
        (name) => cell(`${name} ${series}`),
      )
    expect(cells(bar.series)).toEqual(['5.00', '9.50', '9.00', '-0.50', '1', '2'])
    expect(cells('own').slice(0, 4)).toEqual(['2.50', '12.50', '12.50', '0.00'])

    const next = await shifts.createShift({ initialAmount: 0 })
    expect((await shifts.breakdown(next)).totalSales).toBe(0)
    await door.sell(2)
    await shifts.closeShift(next)
    const [after] = (await till.admin.get('/shifts/z-reports')).body
    expect(after).toMatchObject({ number: z.number + 1, totalSales: 2.5 })
    expect(after.byTill.map(({ tillId }: { tillId: string | null }) => tillId)).toEqual([
      null,
      door.id,
    ])
  })

  it('has a row for a drawer that held cash, though nothing was sold there', async () => {
    const idle = await register('Idle')
    const drawers = (own: number, ofIdle: number) => [
      { tillId: null, amount: own },
      { tillId: idle.id, amount: ofIdle },
    ]
    const input = {
      ...shifts.shiftInput({ initialAmount: 60 }),
      drawers: drawers(10, 50),
    }
    const { id } = (await till.admin.post('/shifts', input)).body
    const close = { finalAmount: 40, drawers: drawers(10, 30) }
    expect((await till.admin.post(`/shifts/${id}/close`, close)).status).toBe(200)
    const { byTill, difference } = await shifts.zReport(id)
    expect(difference).toBe(-20)
    expect(byTill).toMatchObject([
      { tillId: null, expectedTotal: 10, countedCash: 10, difference: 0 },
      { tillId: idle.id, expectedTotal: 50, countedCash: 30, difference: -20 },
    ])
  })

  it("leaves what was attached to a bill in the shop's own row", async () => {
    const bills = await openBills(shop)
    const { id, device } = await register('Prepaid')
    const shiftId = await shifts.createShift({ initialAmount: 0 })
    const rate = { currency: 'USD', rate: 100_000 }
    const attach = async () => {
      const orderId = await bills.createBill([500])
      const hash = newPaymentHash()
      await transact([putInvoice(hash, { shopRate: rate })])
      await notifyShop(shop, { paymentHash: hash, amountSat: 1_000 })
      const body = { orderId, cents: 100 }
      await till.admin.post(`/payments/unmatched/${hash}/attach`, body)
      return orderId
    }
    const settle = async (orderId: string, number: number) => {
      const tenders = [tender('Cash', 400)]
      const body = { tenders, userId: shop.ownerId, number }
      return (await device.post(`/orders/${orderId}/settle`, body)).body
    }
    const [first, second] = [await attach(), await attach()]
    const open = (await shifts.breakdown(shiftId)).unsoldPayments
    expect(open).toMatchObject({ sold: 0, open: 2_000 })
    expect(await settle(first, 1)).toMatchObject({ number: 1 })
    // Its number is taken, so that it has one of the shop's own
    expect(await settle(second, 1)).toMatchObject({ flags: ['number_differs'] })
    const unsold = { sold: 2_000, open: 0 }
    expect((await shifts.breakdown(shiftId)).unsoldPayments).toMatchObject(unsold)
    await shifts.closeShift(shiftId)
    const { byTill, unsoldPayments } = await shifts.zReport(shiftId)
    expect(unsoldPayments).toMatchObject(unsold)
    expect(byTill).toMatchObject([
      { tillId: null, unsoldPayments: unsold },
      { tillId: id, unsoldPayments: { sold: 0, open: 0 } },
    ])
    const next = await shifts.createShift({ initialAmount: 0 })
    const none = { sold: 0, open: 0 }
    expect((await shifts.breakdown(next)).unsoldPayments).toMatchObject(none)
    await shifts.closeShift(next)
  })

  it('is in the cash since the last close, of all drawers', async () => {
    const { sell, id } = await register('Drawer')
    const counted = await shifts.createShift({ initialAmount: 0 })
    const drawers = [
      { tillId: id, amount: 1.5 },
      { tillId: null, amount: 1 },
    ]
    await shifts.closeShift(counted, { finalAmount: 2.5, drawers })
    await sell(1)
    await till.admin.post('/store/orders/checkout', till.cart(coffee))
    const drawer = (await till.admin.get('/shifts/drawer')).body
    const { byTill, ...whole } = drawer
    expect(whole).toEqual({ counted: 2.5, cashSince: 5 })
    const cashOf = (tillId: string | null) =>
      byTill.find((each: { tillId: string | null }) => each.tillId === tillId)
    expect(cashOf(id)).toEqual({ tillId: id, counted: 1.5, cashSince: 2.5 })
    expect(cashOf(null)).toEqual({ tillId: null, counted: 1, cashSince: 2.5 })
    const opened = await shifts.createShift({ initialAmount: 0 })
    const [entry] = (await till.admin.get('/audit?kind=shift')).body.slice(-1)
    expect(entry.after).toMatchObject({ lastCountedCents: 250, cashSinceCents: 500 })
    await shifts.closeShift(opened)
  })

  it('keeps the cash of a drawer for those who sell there', async () => {
    const bar = await register('Cash bar')
    const door = await register('Cash door')
    const id = await shifts.createShift({ initialAmount: 0 })
    const cashier = await shop.userWith('shifts_create', 'orders_create')
    const move = (body: object) =>
      cashier.post(`/shifts/${id}/cash`, { type: 'out', amount: 1, reason: 'x', ...body })
    expect((await move({ tillId: bar.id })).status).toBe(403)
    expect((await move({ toTillId: door.id })).status).toBe(403)
    expect((await move({})).status).toBe(201)
    await shifts.closeShift(id)
  })
})

const expectable = ({ tillId, totalSales }: Record<string, unknown>) =>
  expect.objectContaining({ tillId, totalSales })
