import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SaleIds } from '../../../shared/sales/sale-ids.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook, type TicketBook, unknownIds } from '../../support/tickets.ts'

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
  })
  expect((await book.admin.get('/tickets')).body).toEqual([ticket])
})

describe('POST /tickets', () => {
  it.each([
    '2026-05-01T08:30:00',
    '1777640400000',
    'first of May',
    '2026-05-01T08:30:00Z',
  ])('stores the date %j as sent', async (ticketDate) => {
    const id = await book.createTicket(sale.orderId, {
      ticketDate,
      status: 3,
      notes: 'n',
    })
    expect(await getTicket(id)).toMatchObject({ ticketDate, status: 3, notes: 'n' })
  })

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
    await book.unlinkPayment(other.paymentId, other.ticketId)
    const input = book.ticketInput(other.orderId)
    expect((await book.admin.put(`/tickets/${one.ticketId}`, input)).status).toBe(200)
    expect(await book.paymentMethodsOf(one.orderId)).toBe('')
    expect(await book.paymentMethodsOf(other.orderId)).toBe('Cash')
    expect(await book.paymentsOf(one.ticketId)).toEqual([one.paymentId])
  })

  it.each([
    ['an unknown order', { orderId: randomUUID() }],
    ['an unknown user', { userId: randomUUID() }],
    ['an unknown status', { status: 0 }],
  ])('returns 400 for %s', async (_, changes) => {
    const before = await getTicket(sale.ticketId)
    const input = book.ticketInput(sale.orderId, changes)
    expect(await book.admin.put(`/tickets/${sale.ticketId}`, input)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
    expect(await getTicket(sale.ticketId)).toEqual(before)
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
