import { afterAll, beforeAll, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import { openPrintDesk, type PrintDesk } from '../../support/printing.ts'
import { shiftsOf } from '../../support/shifts.ts'
import { openTill } from '../../support/till.ts'

let desk: PrintDesk
beforeAll(async () => {
  desk = await openPrintDesk({ options: { TILLS: 'true' } })
  await desk.agent.post('/agents/report', {
    printers: [{ name: 'front', kind: 'network' }],
    version: '1.0.0',
    elementTypes,
  })
})
afterAll(() => desk.shop.close())

/** The texts of the report of a shift from the heading on, as they are printed. */
async function printed(shiftId: string, heading: string) {
  await desk.admin.post(`/shifts/${shiftId}/z-report/print`)
  const [job] = await desk.agent.takeJobs()
  if (!job) throw new Error('nothing was queued')
  const lines = layout(job).flatMap((line) => (line.kind === 'text' ? [line.text] : []))
  const texts = lines.map((text) => text.trimEnd().replace(/(\S) {2,}/, '$1 '))
  return texts.slice(texts.indexOf(heading))
}

it('says what each till has sold, what its drawer held, and which numbers are missing or unused', async () => {
  const till = await openTill(desk.shop)
  const shifts = await shiftsOf(desk.shop)
  const coffee = await till.createProduct(100)
  const customers = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }
  await desk.createPrinter(customers)
  const shiftId = await shifts.createShift({ initialAmount: 0 })
  // A shop that has no till yet prints as one without them
  expect(await printed(shiftId, 'Tills')).not.toContain('Tills')

  const device = await desk.shop.admin()
  const { id } = (await device.post('/tills', { name: 'Bar' })).body
  const sell = (number?: number) =>
    device.post('/store/orders/checkout', till.cart(coffee, 1, { number }))
  for (const number of [1, 3, 6]) expect((await sell(number)).status).toBe(201)
  const { body: own } = await sell()
  await device.post(`/store/orders/${own.orderId}/refund`, { tillId: id })
  await device.put('/tills/me/numbers', { unused: [2], reason: 'torn' })
  expect((await desk.admin.put(`/tills/${id}/confirm`, { numbers: [2] })).status).toBe(
    200,
  )
  const x = ['Tills', "The shop's own numbers", '  Receipts 1', '  Sales 2.50']
  expect(await printed(shiftId, 'Tills')).toEqual([
    ...x,
    '  Expected 2.50',
    'A Bar',
    '  Receipts A-1 - A-6',
    '  Refunds AR-1',
    '  Sales 7.50',
    '  Expected 5.00',
    '  Missing A-4 - A-5',
    '  Unused A-2',
    '    torn',
    '    Ana, Ana',
  ])
  await desk.admin.put('/config', { businessName: 'Bar', receiptLanguage: 'es' })
  const drawers = [
    { tillId: id, amount: 4 },
    { tillId: null, amount: 2.5 },
  ]
  await device.post(`/shifts/${shiftId}/close`, { finalAmount: 6.5, drawers })
  const z = await printed(shiftId, 'Cajas')
  expect(z).toEqual(
    expect.arrayContaining([
      'Números de la tienda',
      '  Contado 4.00',
      '  Diferencia -1.00',
    ]),
  )
  expect(z).toEqual(expect.arrayContaining(['  Faltan A-4 - A-5', '  Sin usar A-2']))
})
