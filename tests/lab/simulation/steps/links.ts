import { sortableId } from '../../../../shared/ids.ts'
import type { TableRecord } from '../../../../shared/selling/restaurant/tables.ts'
import { type Order, orderKey } from '../../../../shared/selling/sales/orders.ts'
import {
  type PaymentRecord,
  paymentKey,
} from '../../../../shared/selling/sales/payments.ts'
import { type TicketRecord, ticketKey } from '../../../../shared/selling/sales/tickets.ts'
import type { Key } from '../table/values.ts'
import { changesOf, type OpenStepCheck } from './step.ts'

/** Both sides of a link are written together: ticket, payment and order; table and space. */
export const checkLinks: OpenStepCheck = (table) => {
  const one = <T>(key: Key) => table.item(key) as unknown as T | undefined
  return (step, findings) => {
    const links = new Set<string>()
    const name = (ticketId: string, paymentId: string) =>
      links.add(`${ticketId} ${paymentId}`)
    for (const { before, after } of changesOf<TicketRecord>(step, { pk: 'TICKET' })) {
      for (const ticket of [before, after])
        for (const id of ticket?.paymentIds ?? []) name(ticket?.id ?? '', id)
    }
    for (const { before, after } of changesOf<PaymentRecord>(step, { pk: 'PAYMENT' })) {
      for (const payment of [before, after])
        for (const id of payment?.ticketIds ?? []) name(id, payment?.id ?? '')
    }
    for (const { before, after } of changesOf<Order>(step, { sk: 'ORDER' })) {
      for (const order of [before, after])
        for (const { paymentId, ticketIds } of order?.payments ?? [])
          for (const id of ticketIds) name(id, paymentId)
    }
    for (const link of links) {
      const [ticketId = '', paymentId = ''] = link.split(' ')
      const ticket = one<TicketRecord>(ticketKey(ticketId))
      const payment = one<PaymentRecord>(paymentKey(paymentId))
      const order = ticket && one<Order>(orderKey(ticket.orderId))
      const ofTicket = ticket?.paymentIds.includes(paymentId) ?? false
      const ofPayment = payment?.ticketIds.includes(ticketId) ?? false
      const ofOrder = (order?.payments ?? []).some(
        (each) => each.paymentId === paymentId && each.ticketIds.includes(ticketId),
      )
      findings.equal(
        `link of ticket ${ticketId} and payment ${paymentId} in payment and order`,
        [ofPayment, order ? ofOrder : ofTicket],
        [ofTicket, ofTicket],
      )
    }
    for (const { before, after } of changesOf<TableRecord>(step, { pk: 'TABLE' })) {
      const { id = '', spaceId = '' } = after ?? before ?? {}
      const copy = one<TableRecord>({ pk: `SPACE#${spaceId}`, sk: sortableId(id) })
      findings.equal(`copy of table ${id}`, withoutKey(copy), withoutKey(after))
      if (before && after && before.spaceId !== spaceId) {
        const old = one<TableRecord>({
          pk: `SPACE#${before.spaceId}`,
          sk: sortableId(id),
        })
        findings.isTrue(`table ${id} stays in its former space`, old === undefined)
      }
    }
  }
}

const withoutKey = (table: TableRecord | undefined) =>
  table &&
  Object.entries(table)
    .filter(([name]) => name !== 'pk' && name !== 'sk')
    .sort(([one], [other]) => (one < other ? -1 : 1))
