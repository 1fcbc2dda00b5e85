import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { transact } from '../../../shared/platform/dynamodb/transact.ts'
import { update } from '../../../shared/platform/dynamodb/write.ts'
import { paymentKey } from '../../../shared/selling/sales/payments.ts'
import type { SaleIds } from '../../../shared/selling/sales/sale-on-wire.ts'
import { isLongRun } from '../../support/scale.ts'
import { readDay } from '../../support/selling.ts'
import { openShop, type Shop } from '../../support/shop.ts'
import { openTicketBook, type TicketBook, unknownIds } from '../../support/tickets.ts'
import { methodId } from '../../support/till.ts'

let shop: Shop
let book: TicketBook
let sale: SaleIds
beforeAll(async () => {
  shop = await openShop()
  book = await openTicketBook(shop)
  sale = await book.createSale()
})
afterAll(() => shop.close())

const shiftToday = (userId: string) => ({
  userId,
  shiftDate: '2026-11-21',
  startTime: '08:00:00',
  notes: '',
})

const noPayments = 'No payments found for this ticket'
const noTickets = 'No tickets found for this payment'
const notLinked = {
  status: 400,
  body: 'Failed to create ticket payment relationship',
}
const notUnlinked = {
  status: 400,
  body: 'Failed to delete ticket payment relationship',
}

describe('a link', () => {
  it('is listed by ticket, by payment and on the order', async () => {
    const card = await book.createPayment({ methodId: methodId('Credit Card') })
    const ticket = await book.createTicket(sale.orderId)
    expect(await book.paymentsOf(ticket)).toBe(noPayments)
    expect(await book.ticketsOf(card)).toBe(noTickets)

    expect(await book.linkPayment(card, ticket)).toMatchObject({
      status: 201,
      body: {
        paymentId: card,
        ticketId: ticket,
        message: 'Ticket payment relationship created successfully',
      },
    })
    expect(await book.paymentsOf(ticket)).toEqual([card])
    expect(await book.ticketsOf(card)).toEqual([ticket])
    expect(await book.paymentMethodsOf(sale.orderId)).toBe('Cash,Credit Card')

    expect(await book.unlinkPayment(card, ticket)).toMatchObject({ status: 204 })
    expect(await book.paymentsOf(ticket)).toBe(noPayments)
    expect(await book.ticketsOf(card)).toBe(noTickets)
    expect(await book.paymentMethodsOf(sale.orderId)).toBe('Cash')
    expect(await book.unlinkPayment(card, ticket)).toMatchObject(notUnlinked)
  })

  it('of a payment that no sale was made with is outside the books, once a day', async () => {
    const outside = async () => (await readDay()).outside
    const before = await outside()
    const { orderId, paymentId } = await book.createSale()
    const card = await book.createPayment({ amount: 7.5 })
    const [ticket, second] = [
      await book.createTicket(orderId),
      await book.createTicket(orderId),
    ]
    await book.linkPayment(card, ticket)
    await book.unlinkPayment(card, ticket)
    await book.linkPayment(card, ticket)
    await book.linkPayment(card, second)
    // A tender of the sale stays in its books, even when it is linked again
    await book.linkPayment(paymentId, second)
    expect(await outside()).toEqual({
      count: before.count + 1,
      cents: Number(before.cents) + 750,
    })
    const shift = await book.admin.post('/shifts', shiftToday(shop.ownerId))
    const { body: x } = await book.admin.get(`/shifts/${shift.body.id}/breakdown`)
    expect(x.outsideTheBooks.count).toBe(before.count + 1)
    await book.admin.post(`/shifts/${shift.body.id}/close`)
    const third = await book.createTicket(orderId)
    await book.linkPayment(card, third)
    expect(await outside()).toEqual({ count: 1, cents: 750 })
  })

  it('of a sale’s payment that does not name its ticket yet is in the books', async () => {
    const { outside: before } = await readDay()
    const { orderId, ticketId, paymentId } = await book.createSale()
    const removeName = () =>
      transact([update(paymentKey(paymentId), { remove: ['saleTicketId'] })])
    const second = await book.createTicket(orderId)
    await removeName()
    await book.linkPayment(paymentId, second)
    await book.unlinkPayment(paymentId, ticketId)
    await book.unlinkPayment(paymentId, second)
    const lower = book.paymentInput({ amount: 0.01 })
    expect(await book.admin.put(`/payments/${paymentId}`, lower)).toMatchObject({
      status: 409,
      body: { message: 'Payment belongs to a sale' },
    })
    await book.linkPayment(paymentId, ticketId)
    await removeName()
    await book.admin.del(`/payments/ticket-payments/by-ticket/${ticketId}`)
    const { orderId: other } = await book.createSale()
    await book.linkPayment(paymentId, await book.createTicket(other))
    expect((await readDay()).outside).toEqual(before)
  })

  it('stays on the order while any of its tickets has it', async () => {
    const { orderId, ticketId, paymentId } = await book.createSale()
    const second = await book.createTicket(orderId)
    await book.linkPayment(paymentId, second)
    expect(await book.paymentMethodsOf(orderId)).toBe('Cash')
    await book.unlinkPayment(paymentId, ticketId)
    expect(await book.paymentMethodsOf(orderId)).toBe('Cash')
    await book.unlinkPayment(paymentId, second)
    expect(await book.paymentMethodsOf(orderId)).toBe('')
  })

  it('returns 400 when it exists', async () => {
    expect(await book.linkPayment(sale.paymentId, sale.ticketId)).toMatchObject(notLinked)
    expect(await book.paymentsOf(sale.ticketId)).toEqual([sale.paymentId])
  })

  it.each(unknownIds)('returns 400 for the unknown id %s', async (id) => {
    expect(await book.linkPayment(id, sale.ticketId)).toMatchObject(notLinked)
    expect(await book.linkPayment(sale.paymentId, id)).toMatchObject(notLinked)
    expect(await book.unlinkPayment(id, sale.ticketId)).toMatchObject(notUnlinked)
    expect(await book.unlinkPayment(sale.paymentId, id)).toMatchObject(notUnlinked)
  })

  it.each([{}, { paymentId: randomUUID() }, { paymentId: 7, ticketId: randomUUID() }])(
    'returns 400 for the body %j',
    async (body) => {
      const answer = await book.admin.post('/payments/ticket-payments', body)
      expect(answer).toMatchObject(notLinked)
    },
  )

  it.each(['', '?paymentId=1', '?ticketId=1', '?paymentId=&ticketId=1'])(
    'returns 400 for the query %j',
    async (query) => {
      expect(await book.admin.del(`/payments/ticket-payments${query}`)).toMatchObject({
        status: 400,
        body: 'Missing paymentId or ticketId query parameters',
      })
    },
  )
})

it('can be removed and moved after its order was deleted', async () => {
  const order = { userId: shop.ownerId, status: 'open', total: 4.5 }
  const { body } = await book.admin.post('/orders', order)
  const [ticket, moving] = [
    await book.createTicket(body.id),
    await book.createTicket(body.id),
  ]
  const payment = await book.createPayment({ methodId: methodId('Debit Card') })
  await book.linkPayment(payment, ticket)
  await book.linkPayment(payment, moving)
  expect((await book.admin.del(`/orders/${body.id}`)).status).toBe(204)

  const input = book.ticketInput(sale.orderId)
  expect((await book.admin.put(`/tickets/${moving}`, input)).status).toBe(200)
  expect(await book.paymentMethodsOf(sale.orderId)).toBe('Cash,Debit Card')
  expect(await book.unlinkPayment(payment, ticket)).toMatchObject({ status: 204 })
  expect(await book.ticketsOf(payment)).toEqual([moving])
  expect(await book.admin.del(`/tickets/${ticket}`)).toMatchObject({ status: 204 })
  expect(await book.admin.del(`/tickets/${moving}`)).toMatchObject({ status: 204 })
})

it.each(unknownIds)('returns 404 for the links of the unknown id %s', async (id) => {
  const path = '/payments/ticket-payments'
  expect(await book.admin.get(`${path}/by-ticket/${id}`)).toMatchObject({
    status: 404,
    body: 'Ticket not found',
  })
  expect(await book.admin.get(`${path}/by-payment/${id}`)).toMatchObject({
    status: 404,
    body: 'Payment not found',
  })
  expect(await book.admin.del(`${path}/by-ticket/${id}`)).toMatchObject({ status: 204 })
})

describe('all links of a ticket', () => {
  it('are deleted together', async () => {
    const { orderId, ticketId, paymentId } = await book.createSale()
    const card = await book.createPayment({ methodId: methodId('Credit Card') })
    await book.linkPayment(card, ticketId)
    const path = `/payments/ticket-payments/by-ticket/${ticketId}`
    expect(await book.admin.del(path)).toMatchObject({ status: 204, body: undefined })
    expect(await book.paymentsOf(ticketId)).toBe(noPayments)
    expect(await book.ticketsOf(paymentId)).toBe(noTickets)
    expect(await book.paymentMethodsOf(orderId)).toBe('')
    expect(await book.admin.del(`/payments/${card}`)).toMatchObject({ status: 204 })
  })

  it.each(['', '%20'])('return 400 for the blank ticket id %j', async (id) => {
    const path = `/payments/ticket-payments/by-ticket/${id}`
    expect(await book.admin.del(path)).toMatchObject({
      status: 400,
      body: 'Missing or malformed ticket ID',
    })
  })

  it.runIf(isLongRun)('are at most 90, and 90 are deleted in one request', async () => {
    const { orderId } = await book.createSale()
    const ticketId = await book.createTicket(orderId)
    const payments = await Promise.all(
      Array.from({ length: 90 }, () => book.createPayment()),
    )
    for (const payment of payments) await book.linkPayment(payment, ticketId)
    expect(await book.linkPayment(await book.createPayment(), ticketId)).toMatchObject({
      status: 400,
      body: { message: 'A ticket or a payment has at most 90 links' },
    })
    const { orderId: other } = await book.createSale()
    const { body: ticket } = await book.admin.get(`/tickets/${ticketId}`)
    const moved = { ...ticket, orderId: other }
    expect((await book.admin.put(`/tickets/${ticketId}`, moved)).status).toBe(200)
    expect(await book.paymentsOf(ticketId)).toHaveLength(90)
    expect((await book.admin.del(`/tickets/${ticketId}`)).status).toBe(204)
    expect(await book.paymentMethodsOf(other)).toBe('Cash')
  })

  it.runIf(isLongRun)(
    'are at most 90 for a payment, and its change updates all their orders',
    async () => {
      const payment = await book.createPayment()
      const sales = await Promise.all(Array.from({ length: 90 }, () => book.createSale()))
      for (const { ticketId } of sales) await book.linkPayment(payment, ticketId)
      expect((await book.linkPayment(payment, sale.ticketId)).status).toBe(400)
      const debit = book.paymentInput({ methodId: methodId('Debit Card') })
      expect((await book.admin.put(`/payments/${payment}`, debit)).status).toBe(200)
      const { body } = await book.admin.get(
        '/orders/with-payments?paymentMethod=debit card',
      )
      expect(body).toHaveLength(90)
    },
  )
})
