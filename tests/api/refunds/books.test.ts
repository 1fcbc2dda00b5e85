import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { openPrintDesk, type PrintDesk, sent } from '../../support/printing.ts'
import { refundsOf } from '../../support/refunds.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openTill, type Till } from '../../support/till.ts'

/** A sale of two coffees at 16 % with a tip, of which one and then a sum are given back. */
let desk: PrintDesk
let till: Till
let coffee: string
let orderId: string
let first: { id: string; refundedAt: string }
let shifts: Awaited<ReturnType<typeof shiftsOf>>
let shiftId: string
beforeAll(async () => {
  desk = await openPrintDesk()
  till = await openTill(desk.shop)
  const refunds = refundsOf(desk.shop, till)
  await till.admin.post('/taxes', { name: 'VAT', ratePercent: 16, isDefault: true })
  coffee = await till.createProduct(9, 'Flat white')
  shifts = await shiftsOf(desk.shop)
  shiftId = await shifts.createShift({ initialAmount: 10 })
  orderId = await refunds.sell(till.cart(coffee, 2, { amount: 6, tipAmount: 1 }))
  const items = [{ productId: coffee, quantity: 1 }]
  first = (await refunds.refund(orderId, { items, reason: 'cold' })).body
  expect((await refunds.refund(orderId, { amountCents: 300 })).status).toBe(200)
})
afterAll(() => desk.shop.close())

it('is in the shift, its drawer and its taxes', async () => {
  expect(await shifts.breakdown(shiftId)).toMatchObject({
    totalSales: 5,
    totalTips: 1,
    totalRefunds: 5.5,
    totalRefundedTips: 0.5,
    cashSales: 6,
    cashRefunds: 5.5,
    expectedTotal: 10.5,
    taxes: [{ name: 'VAT', netCents: 0, taxCents: 0 }],
  })
})

it('is in the report of the day of the sale', async () => {
  expect((await till.admin.get('/reports')).body).toMatchObject({
    totalRevenueCents: 500,
    totalTipCents: 100,
    totalRefundedCents: 550,
    totalRefundedTipCents: 50,
    refundCount: 2,
    totalNetCents: 0,
    taxesSold: [{ name: 'VAT', netCents: 431, taxCents: 69 }],
    refundedInPeriod: {
      count: 2,
      cents: 550,
      tipCents: 50,
      roundingCents: 0,
      satoshis: 0,
      taxes: [{ name: 'VAT', netCents: 431, taxCents: 69 }],
    },
    taxes: [{ name: 'VAT', netCents: 0, taxCents: 0 }],
    sales: [{ quantity: 2, paidCents: 500, refundedQuantity: 1, refunded: true }],
  })
})

it('is exported on its own day, a row for each line and one for a tip', async () => {
  const accountant = await desk.shop.userWith('reports_export')
  const { body } = await accountant.get('/reports/export?type=refunds&period=month')
  const rows = body.trim().split('\r\n')
  expect(rows).toHaveLength(4)
  expect(rows[0]).toBe(
    'day,time,refundId,number,orderId,userName,reason,method,amount,net,tax,tip,satoshis,invoice,productName,quantity,currency,rounding,receiptNumber,taxName,taxRatePercent,voided,inZ,fiscal',
  )
  const { id, refundedAt } = first
  const day = refundedAt.slice(0, 10)
  expect(rows[1]).toBe(
    `${day},${refundedAt},${id},1,${orderId},Ana,cold,Cash,2.50,2.16,0.34,0.00,0,,Flat white,1,USD,0.00,R-1,VAT,16,,,`,
  )
  expect(rows[2]).toMatch(
    /,Cash,2.50,2.15,0.35,0.00,0,,Flat white,0,USD,0.00,R-2,VAT,16,,,$/,
  )
  expect(rows[3]).toMatch(/,Cash,0.50,0.00,0.00,0.50,0,,,0,USD,0.00,R-2,,,,,$/)
})

it('is in the audit trail with what was left before and after', async () => {
  const { body } = await till.admin.get('/audit?kind=refund')
  expect(body).toMatchObject([
    {
      userId: desk.shop.ownerId,
      userName: 'Ana',
      subjectId: orderId,
      subjectName: 'Receipt 1',
      before: { leftCents: 600 },
      after: {
        leftCents: 350,
        refundId: first.id,
        amountCents: 250,
        satoshiAmount: 0,
        paymentMethod: 'Cash',
        reason: 'cold',
      },
    },
    { before: { leftCents: 350 }, after: { leftCents: 50, amountCents: 300 } },
  ])
})

describe('on paper', () => {
  const print = async (fields: object) => {
    await desk.clear()
    await desk.agent.post('/agents/report', {
      printers: [{ name: 'front', kind: 'network' }],
      version: '1.0.0',
      elementTypes,
    })
    await desk.createPrinter({
      printerType: 'CUSTOMER',
      printerName: 'front',
      templateName: null,
    })
    const request = { printerType: 'CUSTOMER', ...fields }
    expect(await till.admin.post('/printers/print', request)).toMatchObject(sent)
    return (await desk.agent.takeJobs())[0]
  }

  it('is shown by the receipt of its sale', async () => {
    const job = await print({ orderId })
    expect(job?.ticket.details).toMatchObject({
      refunds: [
        { number: 'R-1', method: 'Cash', amount: 2.5, date: expect.any(String) },
        { number: 'R-2', method: 'Cash', amount: 3 },
      ],
    })
  })

  it('has its own slip, which is marked when printed again', async () => {
    const wrong = { orderId, refundId: orderId, printerType: 'CUSTOMER' }
    expect(await till.admin.post('/printers/print', wrong)).toMatchObject({
      status: 404,
      body: { message: 'Refund not found' },
    })
    const job = await print({ orderId, refundId: first.id })
    expect(job).toMatchObject({
      templateName: 'Refund',
      ticket: {
        ticketId: first.id,
        items: [{ quantity: 1, name: 'Flat white', price: 2.5 }],
        total: 2.5,
        details: {
          number: 1,
          cashier: 'Ana',
          summaries: [{ title: 'Number', rows: [{ label: 'Refund', value: 'R-1' }] }],
          tenders: [{ method: 'Cash', amount: 2.5 }],
          taxes: [{ name: 'VAT', ratePercent: 16, net: 2.16, tax: 0.34 }],
        },
      },
    })
    const isCopy = job?.elements[0]?.value === '*** COPY ***'
    const again = await print({ orderId, refundId: first.id })
    expect([isCopy, again?.elements[0]?.value]).toEqual([false, '*** COPY ***'])
  })

  it('is refused for a refund that the order does not have', async () => {
    const request = { printerType: 'CUSTOMER', refundId: 'none' }
    const unknown = await till.admin.post('/printers/print', { ...request, orderId })
    expect(unknown.status).toBe(404)
    expect((await till.admin.post('/printers/print', request)).status).toBe(400)
  })
})
