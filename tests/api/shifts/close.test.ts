import { randomUUID } from 'node:crypto'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { cashId } from '../../../shared/platform/money/payment-methods.ts'
import { upsertDay } from '../../../shared/selling/sales/day-record.ts'
import type { Client } from '../../support/client.ts'
import { item, splitCart, tender } from '../../support/selling.ts'
import { endedInput, notClosableResponse, shiftsOf } from '../../support/shifts.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTill, type Till } from '../../support/till.ts'

let shop: Shop
let till: Till
let admin: Client
let shifts: Awaited<ReturnType<typeof shiftsOf>>
let coffee: string
beforeAll(async () => {
  shop = await openShop()
  till = await openTill(shop)
  shifts = await shiftsOf(shop)
  admin = shifts.admin
  coffee = await till.createProduct(1_000)
})
afterAll(() => shop.close())
afterEach(async () => {
  // The next test begins with an empty day
  await shifts.deleteShifts()
  await shifts.closeShift(await shifts.createShift())
  await shifts.deleteShifts()
})

/** Sells a coffee in two tenders; 2.50 in cash, of which 0.20 are a tip, and 0.45 by card. */
const sellMixed = async () => {
  const tenders = [tender('Cash', 250, { givenCents: 500 }), tender('Debit Card', 45)]
  const cart = { ...splitCart(till, [item(coffee)], 295, tenders), tipAmount: 0.2 }
  expect((await admin.post('/store/orders/checkout', cart)).status).toBe(201)
}

describe('the breakdown', () => {
  it('has the sums since the last Z while the shift is open, then those of its Z', async () => {
    const { body: tax } = await admin.post('/taxes', {
      name: 'VAT',
      ratePercent: 16,
      isDefault: true,
    })
    // A sale without an open shift counts in the next Z
    await sellMixed()
    const id = await shifts.createShift()
    await sellMixed()
    await admin.del(`/taxes/${tax.id}`)
    await shifts.moveCash(id, 'in', 10)
    await shifts.moveCash(id, 'out', 3.33)
    const refunds = [{ methodId: cashId, amountCents: 99 }]
    await transact([upsertDay({ refunds, untaxedRefundCents: 59 })])
    const running = {
      shiftId: id,
      initialAmount: 100.5,
      finalAmount: null,
      difference: null,
      statedDifference: null,
      totalSales: 5.5,
      totalTips: 0.4,
      totalRounding: 0,
      totalRefunds: 0.99,
      // Not of the goods
      totalRefundedTips: 0.4,
      refundRounding: 0,
      cashSales: 5,
      cashRefunds: 0.99,
      cashIn: 10,
      cashOut: 3.33,
      expectedTotal: 111.18,
      totalTickets: 2,
      byPaymentMethod: [
        { name: 'Cash', total: 5, tips: 0.34, refunds: 0.99, net: 4.01 },
        { name: 'Debit Card', total: 0.9, tips: 0.06, refunds: 0, net: 0.9 },
      ],
      taxes: [
        {
          name: 'VAT',
          ratePercent: 16,
          netCents: 474,
          taxCents: 76,
          refundedNetCents: 0,
          refundedTaxCents: 0,
        },
        {
          name: 'Untaxed',
          ratePercent: 0,
          netCents: -59,
          taxCents: 0,
          refundedNetCents: 59,
          refundedTaxCents: 0,
        },
      ],
      outsideTheBooks: { count: 0, total: 0 },
      satoshisPaidOut: 0,
      unsoldPayments: { received: 0, sold: 0, refunded: 0, dismissed: 0, open: 0 },
      openLines: { count: 0, total: 0 },
      cancelledLines: { count: 0, total: 0 },
      cancelledAfterPrint: { count: 0, total: 0 },
      openBills: { count: 0, total: 0 },
      bitcoinWithoutPayment: { count: 0, total: 0 },
      overpaid: 0,
      nodeFees: 0,
      flaggedSales: { count: 0, total: 0 },
      corrections: { count: 0, total: 0 },
      currency: 'USD',
    }
    expect(await shifts.breakdown(id)).toEqual(running)

    await shifts.closeShift(id, { finalAmount: 111.1 })
    const closed = { ...running, finalAmount: 111.1, difference: -0.08 }
    expect(await shifts.breakdown(id)).toEqual(closed)
    const report = await shifts.zReport(id)
    expect(report).toEqual({
      ...closed,
      number: expect.any(Number),
      firstNumber: expect.any(Number),
      lastNumber: report.firstNumber + 1,
      firstRefundNumber: null,
      lastRefundNumber: null,
      totalGross: 5,
      totalDiscounts: 0,
      totalAddedTax: 0,
      totalAdjustments: 0.5,
      closedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      closedByUserId: shop.ownerId,
      closedByName: 'Ana',
    })
    const next = await shifts.createShift({ initialAmount: 1 })
    expect(await shifts.breakdown(next)).toMatchObject({
      totalSales: 0,
      expectedTotal: 1,
      totalTickets: 0,
      byPaymentMethod: [],
      taxes: [],
    })
  })

  it('has no sums for a shift that was closed before Zs were made', async () => {
    const id = await shifts.createShift(endedInput)
    expect(await shifts.breakdown(id)).toEqual({
      shiftId: id,
      initialAmount: 100.5,
      finalAmount: null,
      difference: null,
      statedDifference: null,
      totalSales: null,
      totalTips: null,
      totalRounding: null,
      totalRefunds: null,
      totalRefundedTips: null,
      refundRounding: null,
      cashSales: null,
      cashRefunds: null,
      cashIn: null,
      cashOut: null,
      expectedTotal: null,
      totalTickets: null,
      byPaymentMethod: null,
      taxes: null,
      outsideTheBooks: null,
      satoshisPaidOut: null,
      unsoldPayments: null,
      openLines: null,
      cancelledLines: null,
      cancelledAfterPrint: null,
      openBills: null,
      bitcoinWithoutPayment: null,
      overpaid: null,
      nodeFees: null,
      flaggedSales: null,
      corrections: null,
    })
    expect(await admin.get(`/shifts/${id}/z-report`)).toMatchObject({
      status: 404,
      body: 'Z report not found',
    })
  })
})

describe('a Z report', () => {
  it('is made by every close, and no change of its shift reaches it', async () => {
    const id = await shifts.createShift()
    const path = `/shifts/${id}`
    await sellMixed()
    const amounts = { finalAmount: 103, difference: -7.5 }
    await shifts.closeShift(id, amounts)
    const first = await shifts.zReport(id)
    expect(first).toMatchObject({
      finalAmount: 103,
      expectedTotal: 103,
      difference: 0,
      statedDifference: -7.5,
      totalTickets: 1,
    })
    expect((await admin.get(path)).body).toMatchObject(amounts)

    await admin.put(path, shifts.shiftInput({ initialAmount: 1, finalAmount: 2 }))
    expect((await admin.get(path)).body).toMatchObject({ finalAmount: 2 })
    await admin.put(path, shifts.shiftInput({ initialAmount: 100.5, endTime: null }))
    await sellMixed()
    expect(await shifts.zReport(id)).toEqual(first)
    // It goes on from what the first has counted, whatever the shift says
    expect((await admin.get(path)).body).toMatchObject({ initialAmount: 100.5 })
    expect(await shifts.breakdown(id)).toMatchObject({
      totalTickets: 1,
      initialAmount: 103,
      expectedTotal: 105.5,
      finalAmount: null,
    })

    // PUT with an endTime closes as well; sales go on after a deletion
    await admin.put(path, shifts.shiftInput({ endTime: 'late', finalAmount: 110 }))
    const second = await shifts.zReport(id)
    expect(second).toMatchObject({
      number: first.number + 1,
      firstNumber: first.lastNumber + 1,
      lastNumber: first.lastNumber + 1,
      initialAmount: 103,
      expectedTotal: 105.5,
      finalAmount: 110,
      difference: 4.5,
    })
    // A shift that was reopened without a count goes on from the expected cash
    await admin.put(path, shifts.shiftInput({ endTime: null }))
    await shifts.closeShift(id)
    await admin.put(path, shifts.shiftInput({ endTime: null }))
    expect(await shifts.breakdown(id)).toMatchObject({
      initialAmount: 110,
      expectedTotal: 110,
    })
    await admin.put(path, shifts.shiftInput({ endTime: 'again' }))
    const last = await shifts.zReport(id)
    expect(last.number).toBe(second.number + 2)
    await admin.put(path, shifts.shiftInput({ endTime: 'later' }))
    expect(await shifts.zReport(id)).toEqual(last)
    await sellMixed()
    expect((await admin.del(path)).status).toBe(204)
    expect(await shifts.zReport(id)).toEqual(last)

    const next = await shifts.createShift()
    await shifts.closeShift(next)
    expect(await shifts.zReport(next)).toMatchObject({
      number: last.number + 1,
      totalTickets: 1,
      firstNumber: second.lastNumber + 1,
    })
  })

  it('of nothing has no ticket numbers', async () => {
    const id = await shifts.createShift()
    await shifts.closeShift(id)
    expect(await shifts.zReport(id)).toMatchObject({
      firstNumber: null,
      lastNumber: null,
      totalTickets: 0,
      totalSales: 0,
      finalAmount: null,
      difference: null,
      expectedTotal: 100.5,
    })
  })

  it('is not made by a refused close', async () => {
    const id = await shifts.createShift()
    await shifts.closeShift(id)
    const { number } = await shifts.zReport(id)
    expect(await admin.post(`/shifts/${id}/close`)).toMatchObject(notClosableResponse)
    const negative = { initialAmount: -0.01 }
    expect((await admin.post('/shifts', shifts.shiftInput(negative))).status).toBe(400)
    const unknownUser = shifts.shiftInput({ userId: randomUUID(), endTime: '1' })
    const next = await shifts.createShift()
    expect((await admin.put(`/shifts/${next}`, unknownUser)).status).toBe(404)
    expect((await shifts.findShift(next)).endTime).toBeNull()
    const counted = { finalAmount: -0.01 }
    expect((await admin.post(`/shifts/${next}/close`, counted)).status).toBe(400)
    await shifts.closeShift(next)
    expect((await shifts.zReport(next)).number).toBe(number + 1)
  })

  it('is listed with the others, the newest first', async () => {
    const ids = [await shifts.createShift()]
    await shifts.closeShift(ids[0] ?? '')
    ids.unshift(await shifts.createShift())
    await shifts.closeShift(ids[0] ?? '')
    const { body } = await admin.get('/shifts/z-reports?limit=2')
    expect(body).toEqual(await Promise.all(ids.map(shifts.zReport)))
  })
})

describe('the drawer between two shifts', () => {
  it('has what was counted and the cash since, so that the next shift begins with the rest', async () => {
    const first = await shifts.createShift()
    expect(await admin.get('/shifts/drawer')).toMatchObject({ status: 204 })
    await shifts.closeShift(first, { finalAmount: 40 })
    await sellMixed()
    await transact([upsertDay({ refunds: [{ methodId: cashId, amountCents: 99 }] })])
    expect((await admin.get('/shifts/drawer')).body).toEqual({
      counted: 40,
      cashSince: 1.51,
    })
    const next = await shifts.createShift({ initialAmount: 41.51 - 1.51 })
    expect(await shifts.breakdown(next)).toMatchObject({ expectedTotal: 41.51 })
    await shifts.closeShift(next)
    expect((await admin.get('/shifts/drawer')).body).toEqual({
      counted: null,
      cashSince: 0,
    })
  })

  it('has the count as it was corrected, but none from before the shift was reopened', async () => {
    const id = await shifts.createShift()
    await shifts.closeShift(id, { finalAmount: 40 })
    const counted = async () => (await admin.get('/shifts/drawer')).body.counted
    await admin.put(`/shifts/${id}`, shifts.shiftInput({ finalAmount: 41 }))
    expect(await counted()).toBe(41)
    await admin.put(`/shifts/${id}`, shifts.shiftInput({ endTime: null }))
    await shifts.closeShift(id)
    expect(await counted()).toBeNull()
  })

  it('hides the cash since where an open shift was deleted, but for those who read reports', async () => {
    const drawerOf = async (client: Client) => (await client.get('/shifts/drawer')).body
    const names = ['shifts_read', 'shifts_create', 'shifts_delete'] as const
    const cashier = await shop.userWith(...names)
    const auditor = await shop.userWith('shifts_read', 'shifts_report_read')
    const first = await shifts.createShift()
    await shifts.closeShift(first, { finalAmount: 40 })
    await sellMixed()
    const second = await shifts.createShift()
    await admin.del(`/shifts/${first}`)
    expect((await cashier.del(`/shifts/${second}`)).status).toBe(204)
    expect(await drawerOf(cashier)).toEqual({ counted: 40, cashSince: null })
    expect(await drawerOf(auditor)).toEqual({ counted: 40, cashSince: 2.5 })
    const third = await shifts.createShift()
    await sellMixed()
    await cashier.del(`/shifts/${third}`)
    expect(await drawerOf(cashier)).toEqual({ counted: 40, cashSince: null })
    await shifts.closeShift(await shifts.createShift(), { finalAmount: 60 })
    await sellMixed()
    expect(await drawerOf(cashier)).toEqual({ counted: 60, cashSince: 2.5 })
  })
})

it('reports, breakdowns and cash have separate permissions', async () => {
  const reader = await shop.userWith('shifts_report_read')
  const lister = await shop.userWith('shifts_read')
  const refused = { status: 403, body: { message: 'Permission required' } }
  for (const name of ['12/breakdown', '12/z-report', 'report', 'z-reports']) {
    expect((await reader.get(`/shifts/${name}`)).status).not.toBe(403)
    expect(await lister.get(`/shifts/${name}`)).toMatchObject(refused)
  }
  expect((await lister.get('/shifts/12/cash')).status).toBe(404)
  expect(await reader.get('/shifts/12/cash')).toMatchObject(refused)
  expect(await reader.get('/shifts/drawer')).toMatchObject(refused)
  expect(await lister.post('/shifts/12/cash', {})).toMatchObject(refused)
})
