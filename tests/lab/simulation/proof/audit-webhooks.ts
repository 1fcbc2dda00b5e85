import type { ProductRecord } from '../../../../shared/catalog/products.ts'
import type { AlertRecord } from '../../../../shared/events/alerts/alerts.ts'
import { webhookEvents } from '../../../../shared/events/webhooks/webhook.ts'
import { sortableId } from '../../../../shared/ids.ts'
import { mergedKey } from '../../../../shared/selling/restaurant/restaurant-orders.ts'
import { type Order, orderKey } from '../../../../shared/selling/sales/orders.ts'
import type { HashNotification } from '../../../../shared/selling/sales/payment-hashes.ts'
import type { ZReportRecord } from '../../../../shared/selling/shifts/z-reports.ts'
import type { ReceivedEvent } from '../cloud/receiver.ts'
import type { World } from '../shop/world.ts'
import { paidOrders } from './audit-refunds.ts'
import type { Findings, Records } from './records.ts'

/**
 * The receiver has an event for each thing that happened, with its sums, and for nothing else.
 * A delivery may come twice: events with one id are one.
 */
export function auditWebhooks(
  records: Records,
  world: World,
  findings: Findings,
  events: readonly ReceivedEvent[],
): void {
  const { cloud, shop } = world
  const distinct = [...new Map(events.map((event) => [event.id, event])).values()]
  for (const type of webhookEvents) {
    const count = distinct.filter((event) => event.type === type).length
    cloud.done.set(`webhook ${type}`, count)
  }
  const told = distinct.flatMap((event) => toldBy(event) ?? [])
  const happened = [...factsIn(records), ...cancelled(records, world, distinct)]
  const [lost, invented] = [withoutEach(happened, told), withoutEach(told, happened)]
  findings.equal('what the webhook was never sent', lost, [])
  findings.equal('what the webhook was sent and did not happen', invented, [])
  const changed = new Set(
    distinct.map(({ type, data }) => `${type} ${data.id} ${data.quantity}`),
  )
  for (const { id, opening } of shop.products) {
    const quantity = records.one<ProductRecord>('PRODUCT', sortableId(id))?.quantity
    const isKnown =
      quantity === opening || changed.has(`product.changed ${id} ${quantity}`)
    findings.isTrue(`the webhook was never sent the stock of ${id}`, isKnown)
  }
}

/** Puts an event into a line; undefined if the records do not keep it. */
function toldBy({ type, data }: ReceivedEvent): string | undefined {
  const { id, number, total } = data
  if (type === 'sale.completed') return `${type} ${id} ${number} ${total}`
  if (type === 'order.settled') {
    return `${type} ${id} ${number} ${Math.round(total * 100)}`
  }
  if (type === 'sale.refunded') {
    return `${type} ${id} ${data.refund.id} ${data.refund.amountCents}`
  }
  if (type === 'order.cancelled') return `${type} ${id}`
  if (type === 'payment.received') return `${type} ${data.paymentHash} ${data.amountSat}`
  if (type === 'shift.closed') return `${type} ${number} ${data.closedByUserId}`
  if (type === 'alert.raised') return `${type} ${id} ${data.kind}`
  return undefined
}

/** Lists the expected lines from the records. */
function factsIn(records: Records): string[] {
  const orders = paidOrders(records).flatMap(({ id, kind, totalCents, sale }) => [
    `${kind === 'store' ? 'sale.completed' : 'order.settled'} ${id} ${sale.number} ${totalCents}`,
    ...(sale.refunds ?? []).map(
      (refund) => `sale.refunded ${id} ${refund.id} ${refund.amountCents}`,
    ),
  ])
  const payments = records
    .startingWith<HashNotification>('PAYMENT-HASH#', 'NOTIFICATION')
    .map(
      ({ pk, amountSat = null }) =>
        `payment.received ${pk.slice('PAYMENT-HASH#'.length)} ${amountSat}`,
    )
  const shifts = records
    .in<ZReportRecord>('Z-REPORT')
    .map(({ number, closedByUserId }) => `shift.closed ${number} ${closedByUserId}`)
  const alerts = records
    .startingWith<AlertRecord>('ALERT#')
    .map(({ id, kind }) => `alert.raised ${id} ${kind}`)
  return [...orders, ...payments, ...shifts, ...alerts]
}

/**
 * Lists the restaurant's orders that are gone, and whose lines no other order took over.
 * No client knows some of them, because the answer was lost.
 */
function cancelled(
  records: Records,
  { orders }: World,
  events: readonly ReceivedEvent[],
): string[] {
  const has = ({ pk, sk }: { readonly pk: string; readonly sk: string }) =>
    records.one<Order>(pk, sk) !== undefined
  const sent = events.flatMap(({ type, data }) =>
    type === 'order.cancelled' ? String(data.id) : [],
  )
  return [...new Set([...orders, ...sent])]
    .filter((id) => !has(orderKey(id)) && !has(mergedKey(id)))
    .map((id) => `order.cancelled ${id}`)
}

/** The first list without one of each of the second. */
function withoutEach(list: readonly string[], others: readonly string[]): string[] {
  const left = Map.groupBy(others, (each) => each)
  return list.filter((each) => left.get(each)?.pop() === undefined).sort()
}
