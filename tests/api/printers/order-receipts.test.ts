import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { PrintSettings } from '../../../shared/paper/layout/print-settings.ts'
import { Receipt } from '../../../shared/paper/layout/receipt.ts'
import { receiptBytes } from '../../../shared/paper/layout/render.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import type { Client } from '../../support/client.ts'
import { openRestaurant } from '../../support/dishes.ts'
import {
  failed,
  openPrintDesk,
  type PrintDesk,
  sent,
  ticketData,
} from '../../support/printing.ts'
import { methodId, openTill } from '../../support/till.ts'
import { uploadFiles } from '../../support/upload-form.ts'

const picture = new URL('../../unit/paper/pictures/logo.jpg', import.meta.url)
const unknownId = '00000000-0000-4000-8000-000000000000'
const [btc, cash] = [methodId('BTC'), methodId('Cash')]

let desk: PrintDesk
let admin: Client
let checkout: () => Promise<string>
beforeAll(async () => {
  desk = await openPrintDesk()
  admin = desk.admin
  const till = await openTill(desk.shop)
  const productId = await till.createProduct(100, 'Flat white')
  checkout = async () => {
    const { status, body } = await admin.post('/store/orders/checkout', {
      userId: desk.shop.ownerId,
      items: [{ productId, quantity: 4, priceAtOrder: 250 }],
      amount: 10,
      discountAmount: 100,
      tipAmount: 1,
      tenders: [
        { paymentMethodId: btc, amountCents: 400, satoshiAmount: 4384 },
        { paymentMethodId: cash, amountCents: 600, givenCents: 1000 },
      ],
    })
    expect(status).toBe(201)
    return body.orderId
  }
  const [upload] = (await uploadFiles(admin, { bytes: await readFile(picture) })).body
    .uploads
  await admin.put('/config', {
    businessName: 'Café Ñandú',
    businessTaxId: 'B-1',
    businessLogoUrl: upload.path,
    timezone: 'Asia/Kolkata',
  })
})
afterAll(() => desk.shop.close())

const report = (types?: readonly string[]) =>
  desk.agent.post('/agents/report', {
    printers: [{ name: 'front', kind: 'network' }],
    version: '1.0.0',
    elementTypes: types,
  })

const print = (fields: object, client = admin) =>
  client.post('/printers/print', { printerType: 'CUSTOMER', ...fields })

const createFront = (fields: object = {}) => {
  const front = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }
  return desk.createPrinter({ ...front, ...fields })
}

const firstJob = async () => (await desk.agent.takeJobs())[0]

const isCopy = async () => (await firstJob())?.elements[0]?.value === '*** COPY ***'

describe('POST /printers/print with an orderId', () => {
  beforeEach(async () => {
    await desk.clear()
    await report(elementTypes)
    await createFront()
  })

  it('prints a sale from its records by the built-in template', async () => {
    const orderId = await checkout()
    const order = (await admin.get(`/store/orders/${orderId}`)).body
    expect(await print({ orderId })).toMatchObject(sent)
    const job = await firstJob()
    expect(job?.templateName).toBe('Receipt')
    expect(job?.config?.businessTaxId).toBe('B-1')
    expect(job?.logo).toMatchObject({ widthPx: 384, heightPx: 165 })
    const utcMinutes = order.createdAt.slice(14, 16)
    expect(job?.ticket.date.slice(14)).toBe(
      String((Number(utcMinutes) + 30) % 60).padStart(2, '0'),
    )
    expect(job?.ticket).toMatchObject({
      items: [{ quantity: 4, name: 'Flat white', price: 10, comments: ['4 x 2.50'] }],
      total: 10,
      details: {
        number: 1,
        cashier: 'Ana',
        currency: 'USD',
        subtotal: 10,
        discount: 1,
        tip: 1,
        taxes: [],
        tenders: [
          { method: 'BTC', amount: 4, satoshis: 4384 },
          { method: 'Cash', amount: 6, given: 10, change: 4 },
        ],
      },
    })
  })

  it('carries the settings of its printer; cash opens the drawer, once', async () => {
    await desk.clear()
    const settings = { columns: 32, cut: 'partial', buzzer: true, copies: 2 }
    await createFront({ ...settings, openDrawer: 'cash' })
    const orderId = await checkout()
    for (const _ of ['original', 'copy']) await print({ orderId })
    await print({ ticketData, templateName: 'Bill' })
    const jobs = await desk.agent.takeJobs()
    expect(jobs.map((job) => job.settings)).toMatchObject([
      { ...settings, openDrawer: true },
      { ...settings, openDrawer: false, buzzer: false, copies: 1 },
      { ...settings, openDrawer: false },
    ])
    await admin.post(`/printers/jobs/${jobs[0]?.id}/reprint`)
    expect((await firstJob())?.settings).toMatchObject({ openDrawer: false, copies: 1 })
  })

  it('carries the dots and the numbered page of its printer, which a test page shows', async () => {
    await desk.clear()
    await createFront({ dots: 420, codePage: 'citizen-cp852', templateName: 'Receipt' })
    const test = { templateName: 'Test page', forceTemplateName: true }
    await print({ ticketData: { ...ticketData, ticketId: 'Test print' }, ...test })
    const job = await firstJob()
    // Agents of earlier releases read the columns and the page
    const known = { columns: 32, codePage: 'cp852' }
    expect(job?.settings).toMatchObject({ ...known, dots: 420, codePageNumber: 6 })
    const texts = job?.elements.map(({ value }) => value)
    expect(texts).toContain('12345678901234567890123456789012345')
    const settings = PrintSettings.parse(job?.settings)
    const lines = layout(Receipt.parse({ ...job, settings }))
    const printed = lines.flatMap((line) => (line.kind === 'text' ? [line.text] : []))
    expect(printed.join('')).toContain('ÇüéâäůćçłëŐőîŹÄĆ')
    expect(Math.max(...printed.map(({ length }) => length))).toBe(35)
    const bytes = Buffer.from(await receiptBytes(Receipt.parse({ ...job, settings })))
    expect(bytes.toString('hex')).toMatch(/^1b401c2e1b7406/)
  })

  it('shows no tax as added where the till charged without it', async () => {
    const iva = { name: 'IVA', ratePercent: 16, isDefault: true }
    const { body: tax } = await admin.post('/taxes', iva)
    await admin.put('/config', { businessName: 'Café Ñandú', pricesIncludeTax: false })
    const till = await openTill(desk.shop)
    const sale = await till.checkout(till.cart(await till.createProduct(1)))
    await print({ orderId: sale.body.orderId })
    expect((await firstJob())?.ticket.details).toMatchObject({
      subtotal: 2.5,
      addedTax: 0,
      adjustment: 0,
      taxes: [{ name: 'IVA', ratePercent: 16, net: 2.16, tax: 0.34 }],
    })
    await admin.put('/config', { businessName: 'Café Ñandú', pricesIncludeTax: true })
    await admin.del(`/taxes/${tax.id}`)
  })

  it('marks it as a copy when it is printed again, but not when the request is repeated', async () => {
    const orderId = await checkout()
    const headers = { 'idempotency-key': 'first print' }
    const body = { printerType: 'CUSTOMER', orderId }
    await admin.post('/printers/print', body, headers)
    await admin.post('/printers/print', body, headers)
    expect(await isCopy()).toBe(false)
    expect(await print({ orderId })).toMatchObject(sent)
    expect(await isCopy()).toBe(true)
  })

  it('is not a copy of a print that failed', async () => {
    const orderId = await checkout()
    expect(await print({ orderId, printerType: 'BAR' })).toMatchObject(failed)
    expect(await print({ orderId })).toMatchObject(sent)
    expect(await isCopy()).toBe(false)
  })

  it('is not a copy of a print on printers that print nothing', async () => {
    const orderId = await checkout()
    await desk.createPrinter({
      printerType: 'BAR',
      printerName: 'front',
      templateName: 'none',
    })
    expect(await print({ orderId, printerType: 'BAR' })).toMatchObject(sent)
    expect(await firstJob()).toBeUndefined()
    expect(await print({ orderId })).toMatchObject(sent)
    expect(await isCopy()).toBe(false)
  })

  it('sends an agent that reports no element types what it can print', async () => {
    await report()
    expect(await print({ orderId: await checkout() })).toMatchObject(sent)
    const job = await firstJob()
    expect(job?.ticket.details).toBeUndefined()
    expect(job?.elements.map(({ type }) => type)).not.toContain('LOGO')
    expect(job?.elements.map(({ value }) => value)).toContain('Tax ID B-1')
  })

  it('needs orders_read, an order, and no ticketData', async () => {
    const orderId = await checkout()
    const reader = await desk.shop.userWith('orders_read')
    expect(await print({ orderId }, desk.till)).toMatchObject({
      status: 403,
      body: { message: 'Permission required' },
    })
    expect(await print({ orderId }, reader)).toMatchObject(sent)
    expect(await print({ orderId: unknownId })).toMatchObject({
      status: 404,
      body: { message: 'Order not found' },
    })
    const ticketData = {
      ticketId: '',
      tableName: '',
      roomName: '',
      date: '',
      items: [],
      total: 0,
    }
    expect((await print({ orderId, ticketData })).status).toBe(400)
    expect((await print({})).status).toBe(400)
  })

  it('prints the bill of a table, and no copy after it has changed', async () => {
    const restaurant = await openRestaurant(desk.shop)
    const tableId = await restaurant.createTable()
    const orderId = await restaurant.createOrder({ tableId })
    const dishId = await restaurant.createDish('Soup')
    const line = { dishId, priceAtOrder: 4.5, notes: 'hot' }
    await restaurant.addDishes(orderId, [line, line])
    await print({ orderId })
    expect((await firstJob())?.ticket).toMatchObject({
      tableName: 'T1',
      // Notes are the kitchen's
      items: [{ quantity: 2, name: 'Soup', price: 9, comments: ['2 x 4.50'] }],
      total: 9,
    })
    await print({ orderId })
    expect(await isCopy()).toBe(true)
    await print({ orderId, discountAmount: 250 })
    const discounted = await firstJob()
    expect(discounted?.ticket).toMatchObject({
      total: 6.5,
      details: { subtotal: 9, discount: 2.5 },
    })
    // Else another discount in between would make a second original
    expect(discounted?.elements[0]?.value).toBe('*** COPY ***')
    await print({ orderId })
    expect(await isCopy()).toBe(true)
    const refused = { status: 400, body: { code: 'checkout_invalid_discount' } }
    expect(await print({ orderId, discountAmount: 901 })).toMatchObject(refused)
    expect(await print({ orderId, discountAmount: -1 })).toMatchObject(refused)
    expect((await print({ ticketData, discountAmount: 1 })).status).toBe(400)
    await restaurant.addDishes(orderId, [line])
    await print({ orderId })
    expect(await isCopy()).toBe(false)
    const [first] = (await restaurant.readCompleteOrder(orderId)).dishes
    await restaurant.admin.put(`/orders/${orderId}/dishes/${first?.id}`, {
      status: 'cancelled',
    })
    await print({ orderId })
    // Equal to the second copy
    const { elements, ticket } = (await firstJob()) ?? {}
    expect(elements?.[0]?.value).toBe('*** COPY ***')
    expect(ticket).toMatchObject({ items: [{ quantity: 2, price: 9 }], total: 9 })
    const tenders = [{ paymentMethodId: cash, amountCents: 1_000, givenCents: 1_200 }]
    const { userId } = await restaurant.readOrder(orderId)
    const settlement = { tenders, userId, tipAmount: 1 }
    const { body } = await admin.post(`/orders/${orderId}/settle`, settlement)
    const { number } = await restaurant.readOrder(orderId)
    expect(await print({ orderId, discountAmount: 1 })).toMatchObject(refused)
    await print({ orderId })
    expect((await firstJob())?.ticket).toMatchObject({
      ticketId: body.ticketId,
      tableName: 'T1',
      items: [{ quantity: 2, price: 9 }],
      total: 10,
      details: { number, tip: 1, tenders: [{ method: 'Cash', amount: 10, change: 2 }] },
    })
  })

  it('prints the bill of a table with the tax that is added when it is paid', async () => {
    const salesTax = { name: 'Sales tax', ratePercent: 8, isDefault: true }
    await admin.post('/taxes', salesTax)
    await admin.put('/config', { businessName: 'Café Ñandú', pricesIncludeTax: false })
    const restaurant = await openRestaurant(desk.shop)
    const orderId = await restaurant.createOrder({})
    const dishId = await restaurant.createDish('Soup')
    await restaurant.addDishes(orderId, [{ dishId, priceAtOrder: 9 }])
    await print({ orderId })
    expect((await firstJob())?.ticket).toMatchObject({
      total: 9.72,
      details: { addedTax: 0.72, taxes: [{ name: 'Sales tax', net: 9, tax: 0.72 }] },
    })
    await print({ orderId, discountAmount: 250 })
    expect((await firstJob())?.ticket).toMatchObject({
      total: 7.02,
      details: { discount: 2.5, addedTax: 0.52 },
    })
    const tenders = [{ paymentMethodId: cash, amountCents: 702 }]
    const { userId } = await restaurant.readOrder(orderId)
    const settlement = { tenders, userId, discountAmount: 250 }
    const { status } = await admin.post(`/orders/${orderId}/settle`, settlement)
    expect(status).toBe(200)
  })
})
