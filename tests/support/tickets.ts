import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import type { SaleIds } from '../../shared/selling/sales/sale-on-wire.ts'
import type { Shop } from './shop.ts'
import { type Cart, methodId, openTill, usd } from './till.ts'

/** Calls of an administrator for the tickets and payments of a shop, and of its till. */
export async function openTicketBook(shop: Shop) {
  const till = await openTill(shop)
  const { admin } = till
  const coffee = await till.createProduct(10_000)

  const paymentInput = (changes: object = {}) => ({
    methodId: methodId('Cash'),
    currencyId: usd,
    amount: 4.5,
    ...changes,
  })
  const ticketInput = (orderId: string, changes: object = {}) => ({
    orderId,
    userId: shop.ownerId,
    ticketDate: '',
    status: 1 as const,
    totalAmount: 4.5,
    notes: '',
    ...changes,
  })

  return {
    ...till,
    paymentInput,
    ticketInput,
    /** A sale of one coffee, paid in cash. */
    createSale: async (changes: Cart = {}): Promise<SaleIds> => {
      const { status, body } = await till.checkout(till.cart(coffee, 1, changes))
      expect(status).toBe(201)
      return body
    },
    createPayment: async (changes: object = {}) =>
      (await admin.pos.payments.create({ body: paymentInput(changes) })).id,
    createTicket: async (orderId: string, changes: object = {}) =>
      (await admin.pos.tickets.create({ body: ticketInput(orderId, changes) })).id,
    linkPayment: (paymentId: string, ticketId: string) =>
      admin.post('/payments/ticket-payments', { paymentId, ticketId }),
    unlinkPayment: (paymentId: string, ticketId: string) =>
      admin.del(`/payments/ticket-payments?paymentId=${paymentId}&ticketId=${ticketId}`),
    /** The ids of a ticket's payments, or the text that there are none. */
    paymentsOf: async (ticketId: string): Promise<string[] | string> => {
      const { body } = await admin.get(`/payments/ticket-payments/by-ticket/${ticketId}`)
      return Array.isArray(body)
        ? body.map(({ paymentId }: { paymentId: string }) => paymentId).sort()
        : body
    },
    /** The ids of a payment's tickets, or the text that there are none. */
    ticketsOf: async (paymentId: string): Promise<string[] | string> => {
      const path = `/payments/ticket-payments/by-payment/${paymentId}`
      const { body } = await admin.get(path)
      return Array.isArray(body)
        ? body.map(({ ticketId }: { ticketId: string }) => ticketId).sort()
        : body
    },
    /** An order's payment methods as the list of orders shows them. */
    paymentMethodsOf: async (orderId: string): Promise<string> => {
      const { body } = await admin.get('/orders/with-payments')
      return body.find(({ id }: { id: string }) => id === orderId)?.paymentMethod
    },
  }
}

export type TicketBook = Awaited<ReturnType<typeof openTicketBook>>

/** Ids that name no record. */
export const unknownIds = [randomUUID(), 'no-uuid', 'x'.repeat(3_000)]
