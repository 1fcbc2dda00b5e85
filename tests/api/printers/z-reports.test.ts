import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { cashId, paymentMethods } from '../../../shared/platform/money/payment-methods.ts'
import { upsertDay } from '../../../shared/selling/sales/day-record.ts'
import { openBills } from '../../support/bills.ts'
import type { Client } from '../../support/client.ts'
import { failed, openPrintDesk, type PrintDesk } from '../../support/printing.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openTill } from '../../support/till.ts'
import { uploadFiles } from '../../support/upload-form.ts'
import { animatedWebp, brokenWebp, stillWebp } from '../../support/webp.ts'

const sent = { status: 200, body: { message: 'Z report sent to the printer' } }
const xSent = { status: 200, body: { message: 'X report sent to the printer' } }

let desk: PrintDesk
let shifts: Awaited<ReturnType<typeof shiftsOf>>
/** Returns the order's id. */
let sell: () => Promise<string>
beforeAll(async () => {
  desk = await openPrintDesk()
  shifts = await shiftsOf(desk.shop)
  const till = await openTill(desk.shop)
  const coffee = await till.createProduct(1_000)
  sell = async () => {
    const { status, body } = await till.checkout(till.cart(coffee))
    expect(status).toBe(201)
    return body.orderId
  }
  await desk.agent.post('/agents/report', {
    printers: ['front', 'office'].map((name) => ({ name, kind: 'network' })),
    version: '1.0.0',
    elementTypes,
  })
})
afterAll(() => desk.shop.close())

const customers = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }

const print = (id: string, body?: object, client: Client = desk.admin) =>
  client.post(`/shifts/${id}/z-report/print`, body)

/** The job that was queued, and its texts as they are printed. */
async function printed() {
  const [job] = await desk.agent.takeJobs()
  if (!job) throw new Error('nothing was queued')
  const lines = layout(job).flatMap((line) => (line.kind === 'text' ? [line.text] : []))
  return { job, texts: lines.map((text) => text.replace(/ {2,}/, ' ')) }
}

const ofMethods = (amounts: readonly number[]) =>
  paymentMethods.map(({ id: methodId }, at) => ({
    methodId,
    amountCents: amounts[at] ?? 0,
  }))

const ofTax = (
  name: string,
  rateThousandths: number,
  netCents: number,
  taxCents: number,
) => ({
  name,
  rateThousandths,
  netCents,
  taxCents,
})

/** Every sum that a day can have, no two alike. */
const everySum = {
  tickets: 2,
  tenders: ofMethods([10_007, 20_011, 30_013, 40_031, 50_033]),
  tips: ofMethods([103, 107, 109, 113, 127]),
  tipCents: 559,
  discountCents: 2_027,
  addedTaxCents: 1_301,
  adjustmentCents: 1_409,
  roundingCents: 3,
  taxes: [ofTax('VAT', 19_000, 70_001, 13_009), ofTax('Food', 7_000, 50_021, 3_511)],
  untaxedCents: 8_521,
  refunds: ofMethods([1_511, 1_613, 1_721, 1_823, 1_931]).map((each, at) => ({
    ...each,
    satoshiAmount: at === 3 ? 18_231 : 0,
  })),
  refundRoundingCents: 2,
  refundedTaxes: [ofTax('VAT', 19_000, 2_207, 419), ofTax('Food', 7_000, 1_801, 127)],
  untaxedRefundCents: 3_907,
  cashInCents: 2_309,
  cashOutCents: 2_411,
  overpaidSat: 733,
  nodeFeeSat: 739,
  outside: { count: 31, cents: 5_501 },
  openLines: { count: 37, cents: 5_603 },
  cancelledLines: { count: 41, cents: 5_701 },
  cancelledAfterPrint: { count: 43, cents: 5_801 },
  bitcoinWithoutPayment: { count: 47, cents: 5_903 },
  corrections: { count: 53, cents: 6_007 },
  unsoldSoldSat: 6_101,
  unsoldRefundedSat: 6_203,
  unsoldDismissedSat: 6_301,
  unsoldHeldSat: 6_421,
}

// biome-ignore lint/suspicious/noExplicitAny: the schema of the answer is checked elsewhere
type Report = any

const figure = (amount: number) => amount.toFixed(2)

/** The paper of a report from its sales on, by the fields that programs read of it. */
function paperOf(report: Report, number: number): string[] {
  const row = (label: string, amount: number) => `${label} ${figure(amount)}`
  const counted = (label: string, { count, total }: { count: number; total: number }) =>
    row(`${label} (${count})`, total)
  const { byPaymentMethod: methods, taxes, unsoldPayments: unsold, ...rest } = report
  const sum = (of: (method: Report) => number): number =>
    methods.reduce((all: number, each: Report) => all + Math.round(of(each) * 100), 0) /
    100
  const ofMethods = (of: (method: Report) => number): string[] =>
    methods.map((each: Report) => row(each.name, of(each)))
  const ofTaxes = (prefix: string, of: (tax: Report) => readonly [number, number]) =>
    taxes.map((tax: Report) => {
      const [net, cents] = of(tax)
      const name = `${prefix}${tax.name} ${tax.ratePercent}%`
      return `${name} ${figure(net / 100)} ${figure(cents / 100)}`
    })
  const { discountCents, addedTaxCents, adjustmentCents } = everySum
  const grossCents =
    rest.totalSales * 100 + discountCents - addedTaxCents - adjustmentCents
  return [
    'Sales',
    `Receipts ${number} - ${number}`,
    `Count ${rest.totalTickets}`,
    row('Gross', grossCents / 100),
    row('Discounts', -discountCents / 100),
    row('Added tax', addedTaxCents / 100),
    row('Adjustments', adjustmentCents / 100),
    row('Sales', rest.totalSales),
    counted('Keyed-in amounts', rest.openLines),
    counted('Bitcoin without payment', rest.bitcoinWithoutPayment),
    'Of which Net Tax',
    ...ofTaxes('', (tax) => [
      tax.netCents + tax.refundedNetCents,
      tax.taxCents + tax.refundedTaxCents,
    ]),
    ...ofTaxes('Refunded ', (tax) => [-tax.refundedNetCents, 0 - tax.refundedTaxCents]),
    'Payments',
    row('Sales', rest.totalSales),
    row('Tips', rest.totalTips),
    ...ofMethods(({ tips }) => tips),
    row('Rounding', rest.totalRounding),
    row(
      `TAKEN ${rest.currency}`,
      sum(({ total }) => total),
    ),
    ...ofMethods(({ total }) => total),
    'Refunds',
    row('Goods', -(rest.totalRefunds + rest.refundRounding - rest.totalRefundedTips)),
    row('Tips', -rest.totalRefundedTips),
    row('Rounding', rest.refundRounding),
    row('Refunds', -rest.totalRefunds),
    ...ofMethods(({ refunds }) => -refunds),
    'Payments less refunds',
    ...ofMethods(({ net }) => net),
    row(
      'Net',
      sum(({ net }) => net),
    ),
    'Cash drawer',
    row('At the start', rest.initialAmount),
    row('Sales', rest.cashSales),
    row('Paid in', rest.cashIn),
    row('Paid out', -rest.cashOut),
    row('Refunds', -rest.cashRefunds),
    row('Expected', rest.expectedTotal),
    ...(rest.finalAmount === null
      ? []
      : [
          row('Counted', rest.finalAmount),
          row('Difference', rest.difference),
          row('Stated difference', rest.statedDifference),
        ]),
    'Not in these sums',
    counted('Outside the books', rest.outsideTheBooks),
    counted('Sent and cancelled', rest.cancelledLines),
    counted('Printed and cancelled', rest.cancelledAfterPrint),
    counted('Open bills', rest.openBills),
    counted('Corrected payments', rest.corrections),
    `Satoshis overpaid ${rest.overpaid}`,
    `Node's fees in satoshis ${rest.nodeFees}`,
    `Satoshis paid out ${rest.satoshisPaidOut}`,
    `Unsold payments, satoshis ${unsold.received}`,
    `Sold ${unsold.sold}`,
    `Refunded ${unsold.refunded}`,
    `Dismissed ${unsold.dismissed}`,
    `Open ${unsold.open}`,
  ]
}

/** Every number of a report by its field, as paper shows it. */
function figuresOf(report: Report, of = ''): [string, string][] {
  return Object.entries(report).flatMap(([name, value]): [string, string][] => {
    const field = `${of}${name}`
    if (typeof value === 'object' && value !== null) return figuresOf(value, `${field}.`)
    if (typeof value !== 'number' || /^taxes.*(net|tax)Cents$/.test(field)) return []
    const isWhole =
      /count|number|tickets|ratePercent|^(overpaid|nodeFees|satoshis|unsold)/i
    if (isWhole.test(field)) return [[field, String(value)]]
    return [[field, figure(Math.abs(field.endsWith('Cents') ? value / 100 : value))]]
  })
}

describe('POST /shifts/{id}/z-report/print', () => {
  beforeEach(async () => {
    await shifts.deleteShifts()
    await desk.clear()
    await desk.createPrinter(customers)
  })

  it('prints the open shift as X report, and then its Z', async () => {
    await desk.admin.put('/config', { businessName: 'Café', timezone: 'Asia/Kolkata' })
    const id = await shifts.createShift()
    await sell()
    expect(await print(id)).toMatchObject(xSent)
    const x = await printed()
    expect(x.job.templateName).toBe('X report')
    expect(x.job.ticket.details?.number).toBeUndefined()
    expect(x.texts).toContain('X REPORT')
    expect(x.texts).toContain('Expected 103.00')
    expect(x.texts).not.toContain('Counted 0.00')

    await shifts.closeShift(id, { finalAmount: 102 })
    await sell()
    expect(await print(id)).toMatchObject(sent)
    const { job, texts } = await printed()
    const { number, lastNumber, closedAt } = await shifts.zReport(id)
    expect(job.templateName).toBe('Z report')
    expect(texts).toContain(`Z REPORT ${number}`)
    expect(texts).toContain('Closed by Ana')
    expect(texts).toContain(`Receipts ${lastNumber} - ${lastNumber}`)
    for (const row of ['Cash 2.50', 'Counted 102.00', 'Difference -1.00']) {
      expect(texts).toContain(row)
    }
    const minutes = (Number(closedAt.slice(14, 16)) + 30) % 60
    expect(job.ticket.date.slice(-2)).toBe(String(minutes).padStart(2, '0'))

    // From one Z to the next
    const next = await shifts.createShift()
    expect(await print(next)).toMatchObject(xSent)
    expect((await printed()).job.ticket.date.slice(0, 16)).toBe(
      job.ticket.date.slice(-16),
    )
  })

  it('prints dishes that were cancelled after the kitchen had them, as X and Z have them', async () => {
    const bills = await openBills(desk.shop)
    const id = await shifts.createShift()
    const orderId = await bills.createBill([700, 300, 450, 200])
    const [served, sent, fired, pending] = await bills.idsOf(orderId)
    const path = `/orders/${orderId}/dishes`
    await desk.admin.put(`${path}/${sent}`, { status: 'sent' })
    const kitchen = { dishIds: [served, fired], onScreen: true }
    expect((await desk.admin.post(`/orders/${orderId}/fire`, kitchen)).status).toBe(200)
    for (const line of [sent, fired, pending]) {
      await desk.admin.put(`${path}/${line}`, { status: 'cancelled' })
    }
    expect(await shifts.breakdown(id)).toMatchObject({
      cancelledLines: { count: 0, total: 0 },
    })
    expect((await bills.settle(orderId, 700)).status).toBe(200)
    const cancelledLines = { count: 2, total: 7.5 }
    expect(await shifts.breakdown(id)).toMatchObject({ cancelledLines })
    await shifts.closeShift(id)
    expect(await shifts.zReport(id)).toMatchObject({ cancelledLines })
    await print(id)
    expect((await printed()).texts).toContain('Sent and cancelled (2) 7.50')
    const csv = (await desk.admin.get('/reports/export?type=z-reports')).body
    const rows: string[] = csv.slice(1).trimEnd().split('\r\n')
    const cells = rows.map((row) => row.split(','))
    const cellOf = (name: string) => cells.at(-1)?.[cells[0]?.indexOf(name) ?? -1]
    expect([cellOf('cancelledLines'), cellOf('cancelledLinesTotal')]).toEqual([
      '2',
      '7.50',
    ])
    const next = await shifts.createShift()
    expect(await shifts.breakdown(next)).toMatchObject({
      cancelledLines: { count: 0, total: 0 },
    })
  })

  it('prints every figure of X and Z once, and adds up from top to bottom', async () => {
    const bills = await openBills(desk.shop)
    await desk.admin.put('/config', { businessName: 'Café' })
    const before = await shifts.createShift()
    const settled = await bills.createBill([100])
    const open = await bills.createBill([61_700])
    const [dish] = await bills.idsOf(open)
    await desk.admin.put(`/orders/${open}/dishes/${dish}`, { status: 'sent' })
    await shifts.closeShift(before)
    await transact([upsertDay(everySum)])
    const { body: sale } = await bills.settle(settled, 100)
    const { number } = (await desk.admin.get(`/tickets/${sale.ticketId}`)).body
    const id = await shifts.createShift({ initialAmount: 907 })

    for (const kind of ['X', 'Z']) {
      if (kind === 'Z') {
        await shifts.closeShift(id, { finalAmount: 911, difference: -3.37 })
      }
      const report = kind === 'X' ? await shifts.breakdown(id) : await shifts.zReport(id)
      await print(id)
      const texts = (await printed()).texts
        .map((text) => text.replaceAll(/ +/g, ' ').trim())
        .filter((text) => /\w/.test(text))
      const paper = texts.slice(texts.indexOf('Sales'))
      expect(paper).toEqual(paperOf(report, number))
      // A field that is added to the report is added to the paper
      const onPaper = new Set(texts.flatMap((text) => text.split(/[ ()%-]+/)))
      for (const [name, shown] of figuresOf(report)) {
        expect(onPaper, name).toContain(shown)
      }
    }
    await desk.admin.del(`/orders/${open}`)
  })

  it('prints on the printer and by the template that are asked for', async () => {
    const id = await shifts.createShift()
    const office = { printerType: 'BAR', printerName: 'office', templateName: 'Bill' }
    const printerId = await desk.createPrinter(office)
    await print(id, { printerId })
    expect((await printed()).job).toMatchObject({
      printerName: 'office',
      templateName: 'Bill',
    })
    const forced = { templateName: 'X report', forceTemplateName: true }
    await print(id, { printerId, ...forced })
    expect((await printed()).job).toMatchObject({ templateName: 'X report' })
    expect(await print(id, { printerType: 'KITCHEN' })).toMatchObject(failed)
    expect((await print(id, { printerType: 'OFFICE' })).status).toBe(400)
  })

  it('prints a logo in WebP, and none that is animated or broken', async () => {
    const id = await shifts.createShift()
    const config = (await desk.admin.get('/config')).body
    const logoOf = async (bytes: Uint8Array) => {
      const [upload] = (await uploadFiles(desk.admin, { bytes })).body.uploads
      await desk.admin.put('/config', { ...config, businessLogoUrl: upload.path })
      expect(await print(id)).toMatchObject(xSent)
      return (await printed()).job.logo
    }
    expect(await logoOf(stillWebp)).toMatchObject({ widthPx: 60, heightPx: 40 })
    expect(await logoOf(animatedWebp())).toBeUndefined()
    expect(await logoOf(brokenWebp)).toBeUndefined()
  })

  it('refuses shifts without a report, and callers without the permission', async () => {
    const id = await shifts.createShift({ endTime: '1' })
    const notFound = { status: 404, body: 'Shift not found' }
    expect(await print('12')).toMatchObject(notFound)
    expect(await print(id)).toMatchObject({ status: 404, body: 'Z report not found' })
    expect(await print(id, {}, desk.till)).toMatchObject({ status: 403 })
  })

  it('is printed again or cancelled, like receipts of orders, by those who may print it', async () => {
    const printOrder = (orderId: string) =>
      desk.admin.post('/printers/print', { orderId, printerType: 'CUSTOMER' })
    const reprint = (client: Client, id: string) =>
      client.post(`/printers/jobs/${id}/reprint`)
    const shiftId = await shifts.createShift()
    const reader = await desk.shop.userWith('orders_read')
    const reporter = await desk.shop.userWith('shifts_report_read')
    const refused = { status: 403, body: { message: 'Permission required' } }

    for (const { send, may, mayNot } of [
      { send: () => print(shiftId), may: reporter, mayNot: [desk.till, reader] },
      {
        send: async () => await printOrder(await sell()),
        may: reader,
        mayNot: [desk.till, reporter],
      },
    ]) {
      expect((await send()).status).toBe(200)
      const { id } = (await printed()).job
      const copy = await reprint(may, id)
      expect(copy.status).toBe(201)
      expect(await desk.agent.takeJobs()).toMatchObject([{ id: copy.body.id }])
      for (const client of mayNot) {
        expect(await reprint(client, id)).toMatchObject(refused)
        expect(await reprint(client, copy.body.id)).toMatchObject(refused)
        expect(await client.del(`/printers/jobs/${copy.body.id}`)).toMatchObject(refused)
      }
      // This agent prints without asking
      expect((await may.del(`/printers/jobs/${copy.body.id}`)).status).toBe(409)
      expect(await desk.agent.takeJobs()).toEqual([])
    }
  })

  it('refuses sums that are too large for a receipt', async () => {
    const id = await shifts.createShift()
    const refunds = [{ methodId: cashId, amountCents: Number.MAX_SAFE_INTEGER }]
    await transact([upsertDay({ refunds })])
    expect(await print(id)).toMatchObject({
      status: 400,
      body: { message: 'The sums are too large to be printed' },
    })
  })
})
