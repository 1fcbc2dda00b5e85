import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { elementTypes } from '../../../shared/paper/layout/template.ts'
import type { Client } from '../../support/client.ts'
import { later } from '../../support/clock.ts'
import { openRestaurant } from '../../support/dishes.ts'
import { openPrintDesk, type PrintDesk, sent } from '../../support/printing.ts'
import { methodId, openTill, usd } from '../../support/till.ts'

let desk: PrintDesk
let admin: Client
let guest: Client
let orderId: string
const buyer = { name: 'Acme Tools SL', taxId: 'B-777', email: 'office@acme.example' }

beforeAll(async () => {
  desk = await openPrintDesk({ options: { TRUSTED_PROXIES: '127.0.0.1' } })
  admin = desk.admin
  guest = desk.shop.anonymous()
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
  const config = { businessName: 'Café <b>Ñandú</b>', receiptLanguage: 'es' }
  await admin.put('/config', config)
  const till = await openTill(desk.shop)
  const productId = await till.createProduct(100, 'Flat white')
  const sold = await till.checkout(
    till.cart(productId, 2, { buyer, ticketNotes: 'regular, owes us' }),
  )
  orderId = sold.body.orderId
})
afterAll(() => desk.shop.close())

const setPage = (receiptPage: boolean) =>
  admin.put('/config', { businessName: 'Café <b>Ñandú</b>', receiptPage })

/** The address that the QR code of a print bears. */
async function printedAddress(id = orderId) {
  const print = { printerType: 'CUSTOMER', orderId: id }
  expect(await admin.post('/printers/print', print)).toMatchObject(sent)
  const [job] = await desk.agent.takeJobs()
  return job?.ticket.details?.receiptPage
}

const pathOf = (address: string | undefined) => new URL(address ?? '').pathname

test('receipts bear no page until an administrator turns it on', async () => {
  expect(await printedAddress()).toBeUndefined()
  expect(await setPage(true)).toMatchObject({ status: 200 })
  expect(await printedAddress()).toMatch(new RegExp(`/r/${orderId}\\.[\\w-]{22}$`))
})

test('the page has picture and sums, and neither buyer, staff, notes nor a script', async () => {
  const shown = await guest.get(pathOf(await printedAddress()))
  expect(shown.status).toBe(200)
  const html = String(shown.body)
  expect(html).toContain('<html lang="es">')
  expect(html).toContain('<h1>Café &lt;b&gt;Ñandú&lt;/b&gt;</h1>')
  expect(html).toMatch(/<dt>TOTAL USD<\/dt><dd>5\.00<\/dd>/)
  expect(html).toMatch(/<dt>Efectivo<\/dt><dd>5\.00<\/dd>/)
  expect(html).toMatch(/src="data:image\/png;base64,iVBORw0KGgo/)
  for (const text of ['Acme', 'B-777', 'Ana', 'owes us', '<script']) {
    expect(html).not.toContain(text)
  }
  const header = (name: string) => shown.headers.get(name)
  expect(header('content-type')).toMatch(/^text\/html/)
  expect(header('cache-control')).toBe('private, no-store')
  expect(header('referrer-policy')).toBe('no-referrer')
  expect(header('x-robots-tag')).toContain('noindex')
  expect(header('content-security-policy')).toMatch(/^default-src 'none'; img-src data:/)
  expect(header('content-security-policy')).toContain("frame-ancestors 'none'")
  expect(header('access-control-allow-origin')).toBeNull()
  expect(header('etag')).toBeNull()
})

test('a picture of the receipt differs where the buyer does not', async () => {
  const page = async () => String((await guest.get(pathOf(await printedAddress()))).body)
  const before = await page()
  const changed = await admin.put(`/orders/${orderId}/buyer`, { name: 'Other SL' })
  expect(changed).toMatchObject({ status: 200 })
  expect(await page()).toBe(before)
})

test('no token that this shop did not make shows anything, nor one of another order', async () => {
  const path = pathOf(await printedAddress())
  const mac = path.slice(-22)
  const wrong = [
    orderId,
    `${orderId}.`,
    `${orderId}.${'A'.repeat(22)}`,
    `${orderId}.${mac.slice(0, -1)}`,
    `${orderId}.${mac}A`,
    `${orderId.toUpperCase()}.${mac}`,
    `${randomUUID()}.${mac}`,
    `.${mac}`,
    mac,
    '%2E',
    '%00',
    'x'.repeat(2_000),
    `ORDER#${orderId}.${mac}`,
  ]
  for (const token of wrong) {
    const answer = await guest.get(`/r/${token}`)
    expect([token, answer.status]).toEqual([token, 404])
    expect(String(answer.body)).not.toContain('TOTAL')
    expect(answer.headers.get('cache-control')).toMatch(/no-store/)
  }
  // Its own shows it, also with a session
  expect(await admin.get(path)).toMatchObject({ status: 200 })
})

test('a withdrawn page is gone at once, from paper too, until it is shown again', async () => {
  const path = pathOf(await printedAddress())
  const withdraw = (client: Client, id: string, revoked: unknown = true) =>
    client.post(`/orders/${id}/receipt-page`, { revoked })
  const cashier = await desk.shop.userWith('orders_create', 'orders_update')
  expect(await withdraw(cashier, orderId)).toMatchObject({ status: 403 })
  expect(await withdraw(admin, orderId, 'yes')).toMatchObject({ status: 400 })
  const unknown = randomUUID()
  expect(await withdraw(admin, unknown)).toMatchObject({
    status: 404,
    body: { message: `Order ${unknown} not found` },
  })
  for (const _ of ['once', 'twice']) {
    expect(await withdraw(admin, orderId)).toMatchObject({
      status: 200,
      body: { id: orderId, message: 'Receipt page updated successfully' },
    })
  }
  expect(await guest.get(path)).toMatchObject({ status: 404 })
  expect(await printedAddress()).toBeUndefined()
  await withdraw(admin, orderId, false)
  expect(await guest.get(path)).toMatchObject({ status: 200 })
  const { body: entries } = await admin.get('/audit?kind=print')
  const ofPage = entries.filter(
    (entry: { after: object }) => 'receiptPage' in entry.after,
  )
  expect(ofPage.map((entry: { after: object }) => entry.after)).toEqual([
    { receiptPage: 'withdrawn' },
    { receiptPage: 'shown' },
  ])
})

test('no page while the shop shows none', async () => {
  const path = pathOf(await printedAddress())
  await setPage(false)
  expect(await guest.get(path)).toMatchObject({ status: 404 })
  await setPage(true)
  expect(await guest.get(path)).toMatchObject({ status: 200 })
})

test('a bill that is not paid has no page; once it is settled its receipt has one', async () => {
  const restaurant = await openRestaurant(desk.shop)
  const dishId = await restaurant.createDish('Soup')
  const billId = await restaurant.createOrder()
  await admin.post(`/orders/${billId}/dishes`, [{ dishId, priceAtOrder: 4.5 }])
  expect(await printedAddress(billId)).toBeUndefined()
  const tenders = [
    { paymentMethodId: methodId('Cash'), currencyId: usd, amountCents: 450 },
  ]
  const settled = await admin.post(`/orders/${billId}/settle`, {
    tenders,
    userId: desk.shop.ownerId,
  })
  expect(settled.status).toBe(200)
  const path = pathOf(await printedAddress(billId))
  expect(await guest.get(path)).toMatchObject({ status: 200 })
})

test('an address may ask 60 times a minute, whatever it asks for', async () => {
  const path = pathOf(await printedAddress())
  const from = (ip: string) => ({ 'x-forwarded-for': ip })
  const answers = await later(5, async () => {
    const asked = await Promise.all(
      Array.from({ length: 60 }, () =>
        guest.get(`/r/${randomUUID()}`, from('198.51.100.7')),
      ),
    )
    const one = await guest.get(path, from('198.51.100.7'))
    return [...asked, one, await guest.get(path, from('198.51.100.8'))]
  })
  expect(answers.slice(0, 60).filter(({ status }) => status !== 404)).toEqual([])
  expect(answers[60]).toMatchObject({
    status: 429,
    body: { message: 'Too many of these requests: try again later' },
  })
  expect(Number(answers[60]?.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(answers[61]).toMatchObject({ status: 200 })
})
