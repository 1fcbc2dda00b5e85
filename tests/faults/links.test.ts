import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest'
import { drawn } from '../support/scale.ts'
import { openShop, type Shop } from '../support/shop.ts'
import { openTicketBook, type TicketBook } from '../support/tickets.ts'
import { methodId } from '../support/till.ts'
import {
  conflict,
  type Fault,
  failure,
  lostReply,
  lostRequest,
  throttle,
} from './fault.ts'
import { type FaultProxy, startFaultProxy } from './proxy.ts'

let proxy: FaultProxy
let shop: Shop
let book: TicketBook
beforeAll(async () => {
  proxy = await startFaultProxy(inject('dynamoDbEndpoint'))
  shop = await openShop({ dynamoDbEndpoint: proxy.endpoint })
  book = await openTicketBook(shop)
})
afterEach(() => proxy.reset())
afterAll(async () => {
  await shop.close()
  proxy.close()
})

const faults: [string, Fault][] = [
  ['a transaction conflict', conflict],
  ['throttling', throttle],
  ['an internal server error', failure],
  ['a lost request', lostRequest],
  ['a lost reply', lostReply],
]

describe.each(faults)('%s', (_, fault) => {
  // Calls: read ticket and payments, read the order, write
  const calls = fault === conflict ? [3] : [1, 2, 3]

  it.each(drawn(fault === lostReply ? calls : calls.slice(-1), calls))(
    'at call %i leaves one link after linking and none after deleting the ticket',
    async (nth) => {
      const { orderId, ticketId, paymentId } = await book.createSale()
      const card = await book.createPayment({ methodId: methodId('Credit Card') })
      const withFault = <T>(change: () => Promise<T>) => {
        proxy.reset()
        proxy.inject({ nth, fault })
        return change()
      }

      expect((await withFault(() => book.linkPayment(card, ticketId))).status).toBe(201)
      expect(await book.paymentsOf(ticketId)).toEqual([card, paymentId].toSorted())
      expect(await book.paymentMethodsOf(orderId)).toBe('Cash,Credit Card')

      const removed = await withFault(() => book.admin.del(`/tickets/${ticketId}`))
      expect(removed.status).toBe(204)
      for (const id of [card, paymentId]) {
        expect(await book.ticketsOf(id)).toBe('No tickets found for this payment')
      }
      expect(await book.paymentMethodsOf(orderId)).toBe('')
    },
  )
})
