import { insertAuditEntry } from '../audit/audit-trail.ts'
import type { Write } from '../dynamodb/write.ts'
import type { Order } from './orders.ts'
import { ticketCancelled } from './ticket.ts'
import type { TicketRecord } from './tickets.ts'

/** Enters the discounts of a sale in the audit trail; nothing for a sale without one. */
export function insertDiscountAudit(
  userId: string,
  { id, totalCents, sale }: Pick<Order, 'id' | 'totalCents' | 'sale'>,
): Write[] {
  if (!sale || sale.discountCents === 0) return []
  const { discountCents, number } = sale
  return [
    insertAuditEntry({
      kind: 'discount',
      userId,
      subject: { id, name: receiptName(number) },
      before: null,
      after: { discountCents, totalCents },
    }),
  ]
}

/** Enters a ticket that is cancelled or deleted in the audit trail. */
export function insertTicketAudit(
  userId: string,
  ticket: TicketRecord,
  after?: Pick<TicketRecord, 'orderId' | 'status' | 'totalCents'>,
): Write[] {
  const isCancelled = after?.status === ticketCancelled && ticket.status !== after.status
  if (after && !isCancelled) return []
  const { id, number } = ticket
  return [
    insertAuditEntry({
      kind: 'cancellation',
      userId,
      subject: { id, name: receiptName(number) },
      before: ticketValues(ticket),
      after: after ? ticketValues({ ...after, number }) : null,
    }),
  ]
}

/** Enters an order that is cancelled or deleted in the audit trail. */
export const insertOrderAudit = (
  userId: string,
  { id }: Pick<Order, 'id'>,
  before: Readonly<Record<string, unknown>>,
  after: Readonly<Record<string, unknown>> | null,
): Write =>
  insertAuditEntry({
    kind: 'cancellation',
    userId,
    subject: { id, name: null },
    before,
    after,
  })

/** What the audit trail calls the receipt of a sale; null for one without number. */
export const receiptName = (number: number | undefined): string | null =>
  number === undefined ? null : `Receipt ${number}`

const ticketValues = ({
  orderId,
  number,
  status,
  totalCents,
}: Pick<TicketRecord, 'orderId' | 'status' | 'totalCents'> & {
  readonly number?: number | undefined
}) => ({ orderId, number: number ?? null, status, totalCents })
