import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { currencies } from '../../../shared/platform/money/currencies.ts'
import type { SaleIds } from '../../../shared/selling/sales/sale-on-wire.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook, type TicketBook, unknownIds } from '../../support/tickets.ts'
import { methodId } from '../../support/till.ts'

let shop: Shop
let book: TicketBook
let sale: SaleIds
beforeAll(async () => {
  shop = await openShop()
  book = await openTicketBook(shop)
})
afterAll(() => shop.close())

it('returns a bare string while there are no tickets', async () => {
  expect(await book.admin.get('/tickets')).toMatchObject({
    status: 200,
    body: 'No tickets found',
  })
  sale = await book.createSale({ ticketNotes: 'to go' })
})

const getTicket = async (id: string) => (await book.admin.get(`/tickets/${id}`)).body
const zonelessDate = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

it("returns a sale's ticket with exactly the documented fields", async () => {
  const ticket = await getTicket(sale.ticketId)
  expect(ticket).toEqual({
    id: sale.ticketId,
    orderId: sale.orderId,
    userId: shop.ownerId,
    ticketDate: expect.stringMatching(zonelessDate),
    status: 2,
    totalAmount: 2.5,
    notes: 'to go',
    number: 1,
    tipAmount: 0,
    roundingCents: 0,
  })
  expect((await book.admin.get('/tickets')).body).toEqual([ticket])
})

describe('POST /tickets', () => {
  it.each(['1777640400000', 'first of May', '2026-05-01T08:30:00Z'])(
    'stores the date %j as sent',
    async (ticketDate) => {
      const id = await book.createTicket(sale.orderId, {
        ticketDate,
        status: 3,
        notes: 'n',
      })
      expect(await getTicket(id)).toMatchObject({ ticketDate, status: 3, notes: 'n' })
    },
  )

  it.each(['', ' '])(
    'stores the current time for the blank date %j, in UTC without zone',
    async (ticketDate) => {
      const id = await book.createTicket(sale.orderId, { ticketDate })
      const { ticketDate: date } = await getTicket(id)
      expect(date).toMatch(zonelessDate)
      expect(Math.abs(Date.parse(`${date}Z`) - Date.now())).toBeLessThan(30_000)
    },
  )

  it('returns 201 with the new id', async () => {
    expect(
      await book.admin.post('/tickets', book.ticketInput(sale.orderId)),
    ).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Ticket added successfully' },
    })
  })

  it.each([
    ['an unknown order', { orderId: randomUUID() }],
    ['an order id that is not a UUID', { orderId: 'table 4' }],
    ['an unknown user', { userId: randomUUID() }],
    ['an unknown status', { status: 4 }],
    ['a status that is text', { status: '2' }],
    ['missing notes', { notes: undefined }],
    ['a missing date', { ticketDate: undefined }],
    ['a total that is text', { totalAmount: '2.50' }],
  ])('returns 400 for %s', async (_, changes) => {
    const { body: before } = await book.admin.get('/tickets')
    const input = book.ticketInput(sale.orderId, changes)
    expect(await book.admin.post('/tickets', input)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
    expect((await book.admin.get('/tickets')).body).toHaveLength(before.length)
  })
})

describe('PUT /tickets/{id}', () => {
  it('changes a ticket from any status to any other', async () => {
    const id = await book.createTicket(sale.orderId)
    for (const status of [3, 1, 2]) {
      const input = book.ticketInput(sale.orderId, {
        status,
        totalAmount: 10.1,
        ticketDate: 'x',
      })
      expect(await book.admin.put(`/tickets/${id}`, input)).toMatchObject({
        status: 200,
        body: { id, message: 'Ticket updated successfully' },
      })
      expect(await getTicket(id)).toMatchObject({
        status,
        totalAmount: 10.1,
        ticketDate: 'x',
      })
    }
  })

  it('moves its payments to another order', async () => {
    const [one, other] = [await book.createSale(), await book.createSale()]
    const id = await book.createTicket(one.orderId)
    const card = await book.createPayment({ methodId: methodId('Credit Card') })
    await book.linkPayment(card, id)
    const input = book.ticketInput(other.orderId)
    expect((await book.admin.put(`/tickets/${id}`, input)).status).toBe(200)
    expect(await book.paymentMethodsOf(one.orderId)).toBe('Cash')
    expect(await book.paymentMethodsOf(other.orderId)).toBe('Cash,Credit Card')
    expect(await book.paymentsOf(id)).toEqual([card])
  })

  it.each([
    ['an unknown order', { orderId: randomUUID() }],
    ['an unknown user', { userId: randomUUID() }],
    ['an unknown status', { status: 0 }],
  ])('returns 400 for %s', async (_, changes) => {
    const id = await book.createTicket(sale.orderId)
    const before = await getTicket(id)
    const input = book.ticketInput(sale.orderId, changes)
    expect(await book.admin.put(`/tickets/${id}`, input)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
    expect(await getTicket(id)).toEqual(before)
  })
})

describe('the books of a sale', () => {
  const report = async (query = '') => (await book.admin.get(`/reports${query}`)).body

  it('let only the notes of its ticket and the transaction of its payment change', async () => {
    const { orderId, ticketId, paymentId } = await book.createSale()
    const other = await book.createSale()
    const ticket = await getTicket(ticketId)
    const ofTicket = { status: 409, body: { message: 'Ticket belongs to a sale' } }
    for (const changes of [
      { totalAmount: 0.01 },
      { orderId: other.orderId },
      { ticketDate: '2020-01-01T00:00:00' },
    ]) {
      expect(
        await book.admin.put(`/tickets/${ticketId}`, { ...ticket, ...changes }),
      ).toMatchObject(ofTicket)
    }
    expect(await getTicket(ticketId)).toEqual(ticket)
    const noted = { ...ticket, notes: 'regular' }
    expect((await book.admin.put(`/tickets/${ticketId}`, noted)).status).toBe(200)
    const payment = (await book.admin.get(`/payments/${paymentId}`)).body
    const change = (changes: object) =>
      book.admin.put(`/payments/${paymentId}`, { ...payment, ...changes })
    const changes = [
      { amount: 0.01 },
      { methodId: methodId('BTC') },
      { currencyId: currencies[0]?.id },
    ]
    const refuseAll = async () => {
      for (const each of changes) {
        expect(await change(each)).toMatchObject({
          status: 409,
          body: { message: 'Payment belongs to a sale' },
        })
      }
    }
    await refuseAll()
    expect((await change({ transactionId: 'terminal 7' })).status).toBe(200)
    expect(await book.unlinkPayment(paymentId, ticketId)).toMatchObject({ status: 204 })
    await refuseAll()
    expect(await book.paymentMethodsOf(orderId)).toBe('')
  })

  it('never follow links, deletions or other payments', async () => {
    const lightning = { paymentMethodId: methodId('BTC'), satoshiAmount: 777 }
    const sold = await book.createSale(lightning)
    const before = await report()
    const { body: csv } = await book.admin.get('/reports/export?type=payments')
    const card = await book.createPayment({ methodId: methodId('Debit Card') })
    await book.linkPayment(card, await book.createTicket(sold.orderId))
    await book.unlinkPayment(sold.paymentId, sold.ticketId)
    expect((await book.admin.del(`/payments/${sold.paymentId}`)).status).toBe(204)
    expect((await book.admin.del(`/tickets/${sold.ticketId}`)).status).toBe(204)
    expect(await book.paymentMethodsOf(sold.orderId)).toBe('Debit Card')
    const after = await report()
    const { sales } = after
    expect({ ...after, sales: undefined }).toEqual({ ...before, sales: undefined })
    // The sale says that its ticket was deleted, everywhere
    const order = (await book.admin.get(`/orders/${sold.orderId}`)).body
    expect([order.voided, order.number]).toEqual([true, expect.any(Number)])
    const ofSale = sales.filter(
      ({ orderId }: { orderId: string }) => orderId === sold.orderId,
    )
    expect(ofSale).toMatchObject([{ voided: true }])
    const listed = (await book.admin.get('/orders/with-payments')).body
    expect(
      listed
        .filter(({ voided }: { voided?: true }) => voided)
        .map(({ id }: { id: string }) => id),
    ).toContain(sold.orderId)
    expect((await report('?paymentMethod=btc')).sales).toMatchObject([
      { orderId: sold.orderId, paymentMethod: 'BTC', satoshiAmount: 777 },
    ])
    const voided: string = (await book.admin.get('/reports/export?type=payments')).body
    expect(voided.replaceAll(/,voided,(?=\d*,*\r\n)/g, ',,')).toBe(csv)
    expect(voided).toMatch(new RegExp(`${sold.orderId}.*,voided,\\d*,*\r\n`))
  })

  it('name the shop of that day on its receipt', async () => {
    const rename = async (changes: object) => {
      const { body: config } = await book.admin.get('/config')
      await book.admin.put('/config', { ...config, ...changes })
    }
    const value = '{{config.businessName}} {{config.businessTaxId}} {{ticket.date}}'
    const elements = [{ type: 'TEXT', value }]
    await rename({ businessName: 'Old Name', businessTaxId: 'B-1' })
    const { orderId } = await book.createSale()
    const receipt = async () =>
      (await book.admin.post('/templates/preview', { elements, orderId })).body
    const before = await receipt()
    await rename({ businessName: 'New', businessTaxId: 'X-9', timezone: 'Asia/Tokyo' })
    expect(await receipt()).toEqual(before)
  })
})

describe('DELETE /tickets/{id}', () => {
  it('deletes its links and leaves the sale settled', async () => {
    const { orderId, ticketId, paymentId } = await book.createSale()
    expect(await book.admin.del(`/tickets/${ticketId}`)).toMatchObject({ status: 204 })
    expect(await book.ticketsOf(paymentId)).toBe('No tickets found for this payment')
    expect(await book.paymentMethodsOf(orderId)).toBe('')
    const { body } = await book.admin.get('/orders/with-payments?status=paid')
    expect(body.map(({ id }: { id: string }) => id)).toContain(orderId)
    expect(await book.admin.del(`/payments/${paymentId}`)).toMatchObject({ status: 204 })
    const voided = await getTicket(ticketId)
    expect(voided).toMatchObject({ status: 3, totalAmount: 2.5, voided: true })
    expect((await book.admin.get('/tickets')).body).toContainEqual(voided)
    expect(await book.paymentsOf(ticketId)).toBe('No payments found for this ticket')
  })
})

it.each(unknownIds)('returns 404 for the unknown ticket %s', async (id) => {
  const notFound = { status: 404, body: 'Ticket not found' }
  expect(await book.admin.get(`/tickets/${id}`)).toMatchObject(notFound)
  expect(await book.admin.del(`/tickets/${id}`)).toMatchObject(notFound)
  const input = book.ticketInput(sale.orderId)
  expect(await book.admin.put(`/tickets/${id}`, input)).toMatchObject({
    status: 404,
    body: `Ticket with ID: ${id} not found`,
  })
})
