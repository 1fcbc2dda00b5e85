import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { layout } from '../../../shared/paper/layout/layout.ts'
import { Receipt } from '../../../shared/paper/layout/receipt.ts'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import type { Client } from '../../support/client.ts'
import { openRestaurant } from '../../support/dishes.ts'
import { openPrintDesk, type PrintDesk, sent } from '../../support/printing.ts'
import { methodId, openTill, type Till, usd } from '../../support/till.ts'

const acme = {
  name: 'Acme Tools SL',
  taxId: 'B-777',
  address: 'Calle Mayor 1\n28001 Madrid',
  email: 'office@acme.example',
}

let desk: PrintDesk
let admin: Client
let till: Till
let productId: string
beforeAll(async () => {
  desk = await openPrintDesk()
  admin = desk.admin
  await desk.agent.post('/agents/report', {
    printers: [{ name: 'front', kind: 'network' }],
    version: '1.0.0',
    elementTypes,
  })
  const front = { printerType: 'CUSTOMER', printerName: 'front', templateName: null }
  await desk.createPrinter(front)
  till = await openTill(desk.shop)
  productId = await till.createProduct(100)
})
afterAll(() => desk.shop.close())

async function sold(changes: object = {}): Promise<string> {
  const { status, body } = await till.checkout(till.cart(productId, 1, { ...changes }))
  expect(status).toBe(201)
  return body.orderId
}

/** The lines of text that a print bears. */
async function printed(fields: object): Promise<string[]> {
  const print = { printerType: 'CUSTOMER', ...fields }
  expect(await admin.post('/printers/print', print)).toMatchObject(sent)
  const [job] = await desk.agent.takeJobs()
  return layout(Receipt.parse(job)).flatMap((line) =>
    line.kind === 'text' ? [line.text.trim()] : [],
  )
}

const buyerOf = async (orderId: string) =>
  (await admin.get(`/orders/${orderId}`)).body.buyer

const change = (orderId: string, buyer: unknown, client = admin) =>
  client.put(`/orders/${orderId}/buyer`, buyer)

describe('a buyer', () => {
  it('of a checkout is kept, printed on receipt and refund, and exported', async () => {
    const orderId = await sold({ buyer: { ...acme, name: '  Acme Tools SL ' } })
    expect(await buyerOf(orderId)).toEqual(acme)
    const onPaper = [
      'Customer: Acme Tools SL',
      'Tax ID B-777',
      'Calle Mayor 1',
      '28001 Madrid',
      'office@acme.example',
    ]
    expect(await printed({ orderId })).toEqual(expect.arrayContaining(onPaper))
    const { body: refund } = await admin.post(`/store/orders/${orderId}/refund`, {})
    const slip = await printed({ orderId, refundId: refund.id })
    expect(slip).toEqual(expect.arrayContaining(onPaper))
    const day = new Date().toISOString().slice(0, 10)
    const { body: csv } = await admin.get(
      `/reports/export?type=sales&startDate=${day}&endDate=${day}`,
    )
    expect(csv).toContain('Acme Tools SL,B-777,"Calle Mayor 1\n28001 Madrid",office@')
    const { body: shop } = await admin.get('/export/shop')
    expect(JSON.stringify(shop)).toContain('office@acme.example')
  })

  it('is of settled bills and of sales that a quote paid, too', async () => {
    const restaurant = await openRestaurant(desk.shop)
    const dishId = await restaurant.createDish()
    const orderId = await restaurant.createOrder()
    await admin.post(`/orders/${orderId}/dishes`, [{ dishId, priceAtOrder: 4.5 }])
    // Nothing was sold yet
    expect(await change(orderId, acme)).toMatchObject({
      status: 409,
      body: { code: 'order_not_paid' },
    })
    const cash = { paymentMethodId: methodId('Cash'), currencyId: usd, amountCents: 450 }
    const body = { tenders: [cash], userId: desk.shop.ownerId, buyer: acme }
    expect(await admin.post(`/orders/${orderId}/settle`, body)).toMatchObject({
      status: 200,
    })
    expect(await buyerOf(orderId)).toEqual(acme)
  })

  it('does not make another sale of the same saleId', async () => {
    const saleId = randomUUID()
    expect(await sold({ saleId, buyer: acme })).toBe(saleId)
    expect(await sold({ saleId, buyer: { name: 'Other' } })).toBe(saleId)
    expect(await buyerOf(saleId)).toEqual(acme)
  })

  it.each([
    ['no name', { taxId: 'B-777' }],
    ['a blank name', { name: '  ' }],
    ['201 characters', { name: 'a'.repeat(201) }],
    ['a long address', { name: 'Acme', address: 'a'.repeat(201) }],
    ['a line break in the name', { name: 'Acme\nTOTAL 0.00' }],
    ['a number', { name: 'Acme', taxId: 777 }],
    ['a text', 'Acme'],
  ])('with %s is refused, and nothing is sold or changed', async (_, buyer) => {
    const stock = await till.stockOf(productId)
    const refused = await till.checkout(till.cart(productId, 1, { buyer }))
    expect(refused).toMatchObject({
      status: 400,
      body: { code: 'checkout_invalid_reference' },
    })
    expect(await till.stockOf(productId)).toBe(stock)
    const orderId = await sold({ buyer: acme })
    expect(await change(orderId, buyer)).toMatchObject({ status: 400 })
    expect(await buyerOf(orderId)).toEqual(acme)
  })
})

describe('PUT /orders/{id}/buyer', () => {
  it('names another, which the next print and the audit trail say', async () => {
    const orderId = await sold()
    expect(await printed({ orderId })).not.toContain('Customer: Acme Tools SL')
    const cashier = await desk.shop.userWith('orders_create')
    expect(await change(orderId, acme, cashier)).toMatchObject({
      status: 200,
      body: { id: orderId, message: 'Buyer updated successfully' },
    })
    const reprint = await printed({ orderId })
    expect(reprint[0]).toBe('*** COPY ***')
    expect(reprint).toContain('Customer: Acme Tools SL')
    expect(reprint.join('\n')).toMatch(/Customer details as of \d{4}-\d\d-\d\d \d\d:\d\d/)
    const { body: entries } = await admin.get('/audit?kind=order')
    expect(entries.at(-1)).toMatchObject({
      subjectId: orderId,
      before: { buyerFields: [] },
      after: { buyerFields: ['address', 'email', 'name', 'taxId'] },
    })
  })

  it('takes it off, and nothing of it is left', async () => {
    const secret = `Person ${randomUUID()}`
    const orderId = await sold({ buyer: { name: secret, email: 'p@p.example' } })
    await change(orderId, { name: secret, address: 'Elm Street 1' })
    expect(await change(orderId, null)).toMatchObject({ status: 200 })
    expect(await buyerOf(orderId)).toBeUndefined()
    expect((await printed({ orderId })).join('\n')).toMatch(/Customer removed \d{4}/)
    for (const path of ['/audit', '/export/shop', '/printers/jobs']) {
      expect(JSON.stringify((await admin.get(path)).body)).not.toContain(secret)
    }
  })

  it('is refused to who may not sell, and for no order', async () => {
    const orderId = await sold()
    const reader = await desk.shop.userWith('orders_read', 'orders_update')
    expect(await change(orderId, acme, reader)).toMatchObject({ status: 403 })
    const unknown = randomUUID()
    expect(await change(unknown, acme)).toMatchObject({
      status: 404,
      body: { message: `Order ${unknown} not found` },
    })
  })

  it('loses no refund that is made at the same time', async () => {
    const orderId = await sold({ buyer: acme })
    const changes = ['A', 'B', 'C'].map((name) => change(orderId, { name }))
    const refunds = [1, 2].map((cents) =>
      admin.post(`/store/orders/${orderId}/refund`, { amountCents: cents }),
    )
    const answers = await Promise.all([...changes, ...refunds])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200])
    const { body } = await admin.get(`/orders/${orderId}`)
    expect(body.refunds).toHaveLength(2)
    expect(['A', 'B', 'C']).toContain(body.buyer.name)
  })
})
