import { currencies } from '../../../../shared/platform/money/currencies.ts'
import { paymentMethods } from '../../../../shared/platform/money/payment-methods.ts'
import type { Client } from './client.ts'
import { noteAudited, outcomeOf } from './trail.ts'
import type { World } from './world.ts'

const methodId = paymentMethods[0]?.id
const currencyId = currencies[0]?.id

type Link = { readonly paymentId: string; readonly ticketId: string }

/** One thing with payments and tickets that were made by hand. */
export function bookkeeper(payments: string[], tickets: string[]) {
  const links: Link[] = []
  return async (world: World, client: Client): Promise<void> => {
    const { random } = client
    const { shop, soldOrders } = world
    const what = random.next()
    const link = { paymentId: payments.at(-1) ?? '', ticketId: tickets.at(-1) ?? '' }
    if (payments.length > 0 && tickets.length > 0 && random.chance(0.6)) {
      link.paymentId = random.pick(payments)
      link.ticketId = random.pick(tickets)
    }
    if (what < 0.2 || payments.length === 0) {
      const payment = { methodId, currencyId, amount: 2 }
      const answer = await client.send('POST', '/payments', payment, {
        key: random.uuid(),
      })
      if (answer?.status === 201) payments.push(answer.body.id)
    } else if (what < 0.35 || tickets.length === 0) {
      if (soldOrders.length === 0) return
      const answer = await client.send(
        'POST',
        '/tickets',
        {
          orderId: random.pick(soldOrders),
          userId: shop.userId,
          ticketDate: '',
          status: 1,
          totalAmount: 2,
          notes: 'by hand',
        },
        { key: random.uuid() },
      )
      if (answer?.status === 201) tickets.push(answer.body.id)
    } else if (what < 0.7) {
      const answer = await client.send('POST', '/payments/ticket-payments', link)
      noteAudited(world, 'payment', link.paymentId, outcomeOf(answer, false))
      if (answer && answer.status < 300) links.push(link)
    } else if (what < 0.8) {
      const isLinked = links.length > 0 && random.chance(0.7)
      const unlinked = isLinked ? random.pick(links) : link
      const query = new URLSearchParams(unlinked)
      const path = `/payments/ticket-payments?${query.toString()}`
      const answer = await client.send('DELETE', path)
      noteAudited(world, 'payment', unlinked.paymentId, outcomeOf(answer, false))
    } else if (what < 0.87) {
      const answer = await client.send('DELETE', `/tickets/${link.ticketId}`)
      noteAudited(world, 'cancellation', link.ticketId, outcomeOf(answer, false))
    } else if (what < 0.94) {
      const answer = await client.send('DELETE', `/payments/${link.paymentId}`)
      noteAudited(world, 'payment', link.paymentId, outcomeOf(answer, false))
    } else {
      await client.send('DELETE', `/payments/ticket-payments/by-ticket/${link.ticketId}`)
      // It may have had no links
      noteAudited(world, 'payment', link.ticketId, 'unknown')
    }
  }
}
