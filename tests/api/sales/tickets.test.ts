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

it('answers the bare string while there are no tickets', async () => {
  expect(await book.admin.get('/tickets')).toMatchObject({
    status: 200,
    body: 'No tickets found',
  })
  sale = await book.createSale({ ticketNotes: 'to go' })
})

const shown = async (id: string) => (await book.admin.get(`/tickets/${id}`)).body
const nowLike = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/

it("shows a sale's ticket with exactly the documented fields", async () => {
  const ticket = await shown(sale.ticketId)
  expect(ticket).toEqual({
    id: sale.ticketId,
    orderId: sale.orderId,
    userId: shop.ownerId,
    ticketDate: expect.stringMatching(nowLike),
    status: 2,
    totalAmount: 2.5,
    notes: 'to go',
  })
  expect((await book.admin.get('/tickets')).body).toEqual([ticket])
})

describe('POST /tickets', () => {
  it.each([
    '2026-05-01T08:30:00',
    '1777640400000',
    'first of May',
    '2026-05-01T08:30:00Z',
  ])('keeps the date %j to the letter', async (ticketDate) => {
    const id = await book.createTicket(sale.orderId, {
      ticketDate,
      status: 3,
      notes: 'n',
    })
    expect(await shown(id)).toMatchObject({ ticketDate, status: 3, notes: 'n' })
  })

  it.each(['', ' '])(
    'takes the date %j for now, in UTC without zone',
    async (ticketDate) => {
      const id = await book.createTicket(sale.orderId, { ticketDate })
      const { ticketDate: date } = await shown(id)
      expect(date).toMatch(nowLike)
      expect(Math.abs(Date.parse(`${date}Z`) - Date.now())).toBeLessThan(30_000)
    },
  )

  it('says what it did', async () => {
    expect(
      await book.admin.post('/tickets', book.ticketInput(sale.orderId)),
    ).toMatchObject({
      status: 201,
      body: { id: expect.any(String), message: 'Ticket added successfully' },
    })
  })

  it.each([
    ['an unknown order', { orderId: randomUUID() }],
    ['an order that is no UUID', { orderId: 'table 4' }],
    ['an unknown user', { userId: randomUUID() }],
    ['an unknown status', { status: 4 }],
    ['a status that is a text', { status: '2' }],
    ['missing notes', { notes: undefined }],
    ['a missing date', { ticketDate: undefined }],
    ['a total that is a text', { totalAmount: '2.50' }],
  ])('refuses %s', async (_, changes) => {
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
  it('changes a ticket, from any status to any', async () => {
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
      expect(await shown(id)).toMatchObject({
        status,
        totalAmount: 10.1,
        ticketDate: 'x',
      })
    }
  })

  it('takes its payments along to another order', async () => {
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
  ])('refuses %s', async (_, changes) => {
    const before = await shown(sale.ticketId)
    const input = book.ticketInput(sale.orderId, changes)
    expect(await book.admin.put(`/tickets/${sale.ticketId}`, input)).toMatchObject({
      status: 400,
      body: { message: expect.any(String) },
    })
    expect(await shown(sale.ticketId)).toEqual(before)
  })
})

describe('DELETE /tickets/{id}', () => {
  it('takes its links along, and leaves the sale settled', async () => {
    const { orderId, ticketId, paymentId } = await book.createSale()
    expect(await book.admin.del(`/tickets/${ticketId}`)).toMatchObject({ status: 204 })
    expect(await book.ticketsOf(paymentId)).toBe('No tickets found for this payment')
    expect(await book.paymentMethodsOf(orderId)).toBe('')
    const { body } = await book.admin.get('/orders/with-payments?status=paid')
    expect(body.map(({ id }: { id: string }) => id)).toContain(orderId)
    expect(await book.admin.del(`/payments/${paymentId}`)).toMatchObject({ status: 204 })
  })
})

it.each(unknownIds)('does not know the ticket %s', async (id) => {
  const notFound = { status: 404, body: 'Ticket not found' }
  expect(await book.admin.get(`/tickets/${id}`)).toMatchObject(notFound)
  expect(await book.admin.del(`/tickets/${id}`)).toMatchObject(notFound)
  const input = book.ticketInput(sale.orderId)
  expect(await book.admin.put(`/tickets/${id}`, input)).toMatchObject({
    status: 404,
    body: `Ticket with ID: ${id} not found`,
  })
})
