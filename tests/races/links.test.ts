import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { scaled } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTicketBook, type TicketBook } from '../support/tickets.ts'
import { methodId } from '../support/till.ts'

let shop: Shop
let book: TicketBook
beforeAll(async () => {
  shop = await openShop()
  book = await openTicketBook(shop)
})
afterAll(() => shop.close())

const times = <T>(count: number, work: (at: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, at) => work(at)))

/** Number of requests that are sent at once. */
const crowd = scaled(7, 20)

const methods = ['BTC', 'Debit Card', 'Credit Card']

const statuses = (answers: readonly { status: number }[]) =>
  answers.map(({ status }) => status).toSorted((one, other) => one - other)

type Row = {
  id: string
  orderId: string
  methodId: string
  paymentMethodIds: string[]
}

/**
 * Expects consistent records: each link is stored at both ends, between records that exist,
 * and orders show exactly the methods of their tickets' payments.
 */
async function expectConsistentLinks(orderIds: readonly string[]) {
  const list = async (path: string): Promise<Row[]> => {
    const { body } = await book.admin.get(path)
    return Array.isArray(body) ? body : []
  }
  const [tickets, payments, orders] = [
    await list('/tickets'),
    await list('/payments'),
    await list('/orders/with-payments'),
  ]
  const paymentsOf = new Map<string, string[]>()
  for (const { id } of tickets) {
    const linked = await book.paymentsOf(id)
    paymentsOf.set(id, Array.isArray(linked) ? linked : [])
  }
  for (const { id } of payments) {
    const linked = await book.ticketsOf(id)
    const expected = tickets.filter((ticket) => paymentsOf.get(ticket.id)?.includes(id))
    expect(Array.isArray(linked) ? linked : []).toEqual(
      expected.map((ticket) => ticket.id).sort(),
    )
  }
  const methodOf = new Map(payments.map(({ id, methodId: method }) => [id, method]))
  for (const orderId of orderIds) {
    const shown = orders.find(({ id }) => id === orderId)?.paymentMethodIds ?? []
    const own = tickets.filter((ticket) => ticket.orderId === orderId)
    const linked = own.flatMap(({ id }) => paymentsOf.get(id) ?? [])
    for (const id of linked) expect(methodOf.has(id)).toBe(true)
    const expected = new Set(linked.map((id) => methodOf.get(id) ?? ''))
    expect([...shown].sort()).toEqual([...expected].sort())
  }
}

describe('parallel requests', () => {
  it('create a link once', async () => {
    const { orderId, ticketId } = await book.createSale()
    const payment = await book.createPayment({ methodId: methodId('Debit Card') })
    const answers = await times(crowd, () => book.linkPayment(payment, ticketId))
    expect(statuses(answers)).toEqual([201, ...Array<number>(crowd - 1).fill(400)])
    await expectConsistentLinks([orderId])
  })

  it('link many payments to one ticket without a lost update', async () => {
    const { orderId, ticketId } = await book.createSale()
    const payments = await times(crowd, () => book.createPayment())
    const answers = await Promise.all(
      payments.map((id) => book.linkPayment(id, ticketId)),
    )
    expect(statuses(answers)).toEqual(Array<number>(crowd).fill(201))
    expect(await book.paymentsOf(ticketId)).toHaveLength(crowd + 1)
    await expectConsistentLinks([orderId])
  })

  it('link different tickets of one order, which contains all their payments', async () => {
    const { orderId } = await book.createSale()
    const pairs = await times(3, async (at) => ({
      ticket: await book.createTicket(orderId),
      payment: await book.createPayment({ methodId: methodId(methods[at] ?? '') }),
    }))
    for (const each of [book.linkPayment, book.unlinkPayment, book.linkPayment]) {
      await Promise.all(pairs.map(({ ticket, payment }) => each(payment, ticket)))
      await expectConsistentLinks([orderId])
    }
  })

  it('leave no link to a deleted payment', async () => {
    const { orderId, ticketId } = await book.createSale()
    const payments = await times(scaled(4, 10), () => book.createPayment())
    await Promise.all(
      payments.flatMap((id) => [
        book.linkPayment(id, ticketId),
        book.admin.del(`/payments/${id}`),
      ]),
    )
    await expectConsistentLinks([orderId])
  })

  it('leave no link to a deleted ticket', async () => {
    const sales = await times(scaled(2, 5), () => book.createSale())
    const payment = await book.createPayment()
    await Promise.all(
      sales.flatMap(({ ticketId }) => [
        book.linkPayment(payment, ticketId),
        book.admin.del(`/tickets/${ticketId}`),
      ]),
    )
    await expectConsistentLinks(sales.map(({ orderId }) => orderId))
  })
})

it('parallel changes of every kind leave consistent links', async () => {
  const sales = await times(2, () => book.createSale())
  const orders = sales.map(({ orderId }) => orderId)
  const tickets = sales.map(({ ticketId }) => ticketId)
  const payments = sales.map(({ paymentId }) => paymentId)
  const either = fc.nat(1)
  const call = fc.oneof(
    fc.record({ kind: fc.constant('link'), ticket: either, payment: either }),
    fc.record({ kind: fc.constant('unlink'), ticket: either, payment: either }),
    fc.record({ kind: fc.constant('clear'), ticket: either, payment: either }),
    fc.record({ kind: fc.constant('move'), ticket: either, payment: either }),
    fc.record({ kind: fc.constant('change'), ticket: either, payment: fc.nat(2) }),
  )
  const run = (made: { kind: string; ticket: number; payment: number }) => {
    const ticket = tickets[made.ticket] ?? ''
    const payment = payments[made.payment % 2] ?? ''
    const order = orders[made.payment % 2] ?? ''
    switch (made.kind) {
      case 'link':
        return book.linkPayment(payment, ticket)
      case 'unlink':
        return book.unlinkPayment(payment, ticket)
      case 'clear':
        return book.admin.del(`/payments/ticket-payments/by-ticket/${ticket}`)
      case 'move':
        return book.admin.put(`/tickets/${ticket}`, book.ticketInput(order))
      default: {
        const method = methodId(methods[made.payment] ?? '')
        const input = book.paymentInput({ methodId: method })
        return book.admin.put(`/payments/${payments[made.ticket]}`, input)
      }
    }
  }
  await fc.assert(
    fc.asyncProperty(fc.array(call, { minLength: 2, maxLength: 10 }), async (calls) => {
      const answers = await Promise.all(calls.map(run))
      for (const { status } of answers) expect(status).toBeLessThan(500)
      await expectConsistentLinks(orders)
    }),
    { numRuns: scaled(2, 12), seed: 21, endOnFailure: true },
  )
})

it('a repeated link with one Idempotency-Key gets the first response', async () => {
  const { ticketId } = await book.createSale()
  const body = { paymentId: await book.createPayment(), ticketId }
  const key = { 'idempotency-key': randomUUID() }
  const link = () => book.admin.post('/payments/ticket-payments', body, key)
  const first = await link()
  expect(first.status).toBe(201)
  expect(await link()).toMatchObject({ status: 201, body: first.body })
})
