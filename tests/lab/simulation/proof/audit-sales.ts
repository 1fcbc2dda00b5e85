import type { ProductRecord } from '../../../../shared/catalog/products.ts'
import { sortableId } from '../../../../shared/ids.ts'
import type { AuditEntry } from '../../../../shared/people/audit/audit-entry.ts'
import type { StoreOrderRecord } from '../../../../shared/selling/checkout/store-orders.ts'
import type { PaymentRecord } from '../../../../shared/selling/sales/payments.ts'
import type { TicketRecord } from '../../../../shared/selling/sales/tickets.ts'
import { linesOf, type PaidOrder } from '../shop/refunders.ts'
import type { World } from '../shop/world.ts'
import { paidOrders, unitsIn, unitsReturned } from './audit-refunds.ts'
import { type Findings, type Records, sumOf } from './records.ts'

const ofStore = (records: Records) =>
  records
    .startingWith<StoreOrderRecord>('ORDER#', 'ORDER')
    .filter(({ kind }) => kind === 'store')

/** Every sale with all its records, once, and nothing of what was refused. */
export function auditSales(records: Records, world: World, findings: Findings): void {
  for (const { id, sale } of ofStore(records)) {
    findings.isTrue(`order ${id} has no sale`, sale !== undefined)
  }
  const orders = paidOrders(records)
  const tickets = [
    ...records.in<TicketRecord>('TICKET'),
    ...records.in<TicketRecord>('RETIRED#TICKET'),
  ]
  for (const order of orders) auditOrder(order, records, tickets, findings)

  const numbered = tickets.filter(({ number }) => number !== undefined)
  for (const [mark, outcome] of world.sales) {
    const found = numbered.filter(({ notes }) => notes === mark).length
    const isRight =
      outcome === 'unknown' ? found <= 1 : found === (outcome === 'done' ? 1 : 0)
    // Without a key a sale whose answer was lost may not be sent again: it exists at most
    // once
    findings.isTrue(`${mark} was ${outcome} and is there ${found} times`, isRight)
  }
}

function auditOrder(
  order: PaidOrder,
  records: Records,
  tickets: readonly TicketRecord[],
  findings: Findings,
): void {
  const { id, sale, totalCents } = order
  const ticket = tickets.find((each) => each.id === sale.ticketId)
  findings.equal(
    `ticket of order ${id}`,
    [ticket?.number, ticket?.orderId, ticket?.totalCents],
    [sale.number, id, totalCents],
  )
  const lines = sumOf(linesOf(order).map(({ paidCents = 0 }) => paidCents))
  findings.equal(`lines of order ${id}`, lines, sale.goodsCents)
  for (const { paymentId, amountCents } of sale.tenders) {
    const payment = records.one<PaymentRecord>('PAYMENT', sortableId(paymentId))
    findings.equal(`payment of order ${id}`, payment?.amountCents, amountCents)
  }
}

/** The customer has paid each payment hash that was sold. */
export function auditPaymentHashes(
  records: Records,
  { paid }: World,
  findings: Findings,
): void {
  const hashes = paidOrders(records).flatMap(({ sale }) =>
    sale.tenders.flatMap(({ lightning }) => lightning?.paymentHash ?? []),
  )
  for (const hash of hashes) {
    findings.isTrue(`payment hash ${hash} was sold and never paid`, paid.has(hash))
  }
}

/** Checks that the stock is the opening stock, less sales, with returns and corrections. */
export function auditStock(records: Records, { shop }: World, findings: Findings): void {
  const orders = ofStore(records)
  const corrections = records
    .in<AuditEntry>('AUDIT')
    .filter(({ kind }) => kind === 'stock')
    .flatMap(({ after }) => (after?.adjustments ?? []) as Adjustment[])
  for (const { id, opening } of shop.products) {
    const sold = orders
      .flatMap(({ items }) => items)
      .map((item) => item.quantity * unitsIn(item, id))
    const returned = orders.flatMap((order) =>
      (order.sale?.refunds ?? []).map((refund) => unitsReturned(order, refund, id)),
    )
    const corrected = corrections
      .filter(({ productId }) => productId === id)
      .map(({ quantity }) => quantity)
    const product = records.one<ProductRecord>('PRODUCT', sortableId(id))
    const expected = opening - sumOf(sold) + sumOf(returned) + sumOf(corrected)
    findings.equal(`stock of ${id}`, product?.quantity, expected)
    findings.isTrue(`stock of ${id} is below 0`, (product?.quantity ?? 0) >= 0)
  }
}

type Adjustment = { readonly productId: string; readonly quantity: number }
