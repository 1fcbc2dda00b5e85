import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { openPrintDesk, type PrintDesk } from '../../support/printing.ts'
import { tender } from '../../support/selling.ts'
import { openTill, type Till, usd } from '../../support/till.ts'

let desk: PrintDesk
let till: Till
let coffee: string
beforeAll(async () => {
  desk = await openPrintDesk({ options: { TILLS: 'true' } })
  await desk.agent.post('/agents/report', {
    printers: [{ name: 'front', kind: 'network' }],
    version: '1.0.0',
    elementTypes,
  })
  till = await openTill(desk.shop)
  coffee = await till.createProduct(100)
})
afterAll(() => desk.shop.close())

/** The texts of the paper of an order, or of its refund's slip. */
async function printed(orderId: string, fields: object = {}): Promise<string[]> {
  const print = { printerType: 'CUSTOMER', orderId, ...fields }
  expect((await desk.admin.post('/printers/print', print)).status).toBe(200)
  const [job] = await desk.agent.takeJobs()
  if (!job) throw new Error('nothing was queued')
  return layout(job).flatMap((line) => (line.kind === 'text' ? [line.text.trim()] : []))
}

async function exported(type: string): Promise<Record<string, string>[]> {
  const { body } = await desk.admin.get(`/reports/export?type=${type}`)
  const [header = '', ...rows] = body.slice(1).trimEnd().split('\r\n')
  const columns = header.split(',')
  return rows.map((row: string) =>
    Object.fromEntries(row.split(',').map((cell, at) => [columns[at], cell])),
  )
}

const second = (ms: number) => `${new Date(ms).toISOString().slice(0, 19)}Z`

it('paper and exports have what a device signed, and a sale without the cloud its own time', async () => {
  const customers = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }
  await desk.createPrinter(customers)
  const device = await desk.shop.admin()
  await device.post('/tills', { name: 'Bar' })
  // The till's clock is two hours behind
  const nowMs = Date.now()
  const statedMs = nowMs - 7_500_000
  const saleId = randomUUID()
  const sale = {
    saleId,
    soldAt: new Date(statedMs).toISOString(),
    number: 1,
    userId: desk.shop.ownerId,
    currencyId: usd,
    items: [{ productId: coffee, name: 'Coffee', quantity: 1, priceAtOrder: 250 }],
    tenders: [tender('Cash', 250)],
    amount: 2.5,
    fiscal: 'TSE 4711\nsig {{ticket.total}} MEUCIQ',
    pricesIncludeTax: true,
    taxes: [],
  }
  const sentAt = new Date(nowMs - 7_200_000).toISOString()
  const { body: answer } = await device.post('/sync/sales', { sentAt, sales: [sale] })
  expect(answer.results).toMatchObject([{ status: 'sold', receiptNumber: 'A-1' }])

  const paper = await printed(saleId)
  const stated = `${second(statedMs).slice(0, 10)} ${second(statedMs).slice(11, 19)}`
  expect(paper).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^Printed /),
      'Receipt A-1',
      stated,
      'TSE 4711',
      'sig {{ticket.total}} MEUCIQ',
    ]),
  )

  // Online, with a paper of the shop's own that has no place for it
  const cart = { ...till.cart(coffee, 1), fiscal: 'TSE 4712' }
  const { body: sold } = await device.post('/store/orders/checkout', cart)
  const own = await printed(sold.orderId, { templateName: 'Bill' })
  expect(own.at(-1)).toBe('TSE 4712')
  expect(own.join()).not.toMatch(/Printed/)

  const path = `/store/orders/${saleId}/refund`
  const long = { fiscal: 'x'.repeat(4_097) }
  expect(await device.post(path, long)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('fiscal') },
  })
  const { body: refund } = await device.post(path, { fiscal: 'TSE 4713' })
  expect(refund).toMatchObject({ fiscal: 'TSE 4713' })
  const { body: order } = await desk.admin.get(`/store/orders/${saleId}`)
  expect(order.refund).toMatchObject({ fiscal: 'TSE 4713' })
  expect(await printed(saleId, { refundId: refund.id })).toContain('TSE 4713')

  for (const type of ['sales', 'payments']) {
    const rows = await exported(type)
    const ofOnline = rows.find(({ orderId }) => orderId === sold.orderId)
    expect(ofOnline).toMatchObject({ syncedAt: '', statedAt: '', fiscal: 'TSE 4712' })
    const { body } = await desk.admin.get(`/reports/export?type=${type}`)
    expect(body).toContain(
      `${order.syncedAt},${second(statedMs)},"TSE 4711\nsig {{ticket.total}} MEUCIQ"`,
    )
  }
  expect(await exported('refunds')).toMatchObject([{ fiscal: 'TSE 4713' }])
})
