import { currentActor } from '../../people/audit/actor.ts'
import { insertAuditEntry, insertChangeAudit } from '../../people/audit/audit-trail.ts'
import type { Write } from '../../platform/dynamodb/write.ts'
import type { Order } from './orders.ts'
import type { PaymentRecord } from './payments.ts'
import { type NumberedSale, receiptNumberOf } from './sale-snapshot.ts'
import type { SaleSums } from './sale-sums.ts'
import { type TicketFields, ticketCancelled } from './ticket.ts'

/** A line that was sold for another price than the catalogue's. */
export type OtherPrice = {
  readonly productName: string
  readonly priceCents: number
  readonly cataloguePriceCents: number
}

/** A line of an amount that was keyed in, without a product. */
export type OpenAmount = {
  readonly name: string
  readonly quantity: number
  readonly priceCents: number
  /** Amount paid for the line, with tax. */
  readonly paidCents: number
}

type Priced = {
  readonly sums?: Pick<SaleSums, 'keptBackTaxCents'>
  readonly otherPrices?: readonly OtherPrice[]
  readonly openAmounts?: readonly OpenAmount[]
}

/**
 * Enters a sale with a discount, at other prices than the catalogue's, with amounts keyed in, or
 * for another sum than its lines come to in the audit trail; nothing for an ordinary sale.
 */
export function insertDiscountAudit(
  {
    userId,
    approvedBy,
  }: { readonly userId: string; readonly approvedBy?: string | undefined },
  { id, totalCents, sale }: Pick<Order, 'id' | 'totalCents' | 'sale'>,
  { sums, otherPrices = [], openAmounts = [] }: Priced = {},
): Write | undefined {
  const { discountCents = 0, adjustmentCents = 0 } = sale ?? {}
  const { keptBackTaxCents = 0 } = sums ?? {}
  const isOrdinary = [discountCents, adjustmentCents, keptBackTaxCents].every(
    (cents) => cents === 0,
  )
  if (isOrdinary && otherPrices.length === 0 && openAmounts.length === 0) return
  return insertAuditEntry({
    kind: 'discount',
    userId,
    approvedBy,
    subject: { id, name: receiptName(sale) },
    after: {
      discountCents,
      totalCents,
      ...(adjustmentCents !== 0 && { adjustmentCents }),
      ...(keptBackTaxCents !== 0 && { keptBackTaxCents }),
      ...(otherPrices.length > 0 && { otherPrices }),
      ...(openAmounts.length > 0 && { openAmounts }),
    },
  })
}

type AuditedTicket = TicketFields & {
  readonly id: string
  readonly number?: number
  readonly series?: string
}

/**
 * Enters a sale in the name of another user than its caller in the audit trail. An API key sells
 * in another's name even if that is its maker's.
 */
export const insertSoldInNameAudit = (
  callerId: string,
  userId: string,
  { id, totalCents, sale }: Pick<Order, 'id' | 'totalCents' | 'sale'>,
): Write | false =>
  userId !== (currentActor().apiKeyId ?? callerId) &&
  insertAuditEntry({
    kind: 'order',
    userId: callerId,
    subject: { id, name: receiptName(sale) },
    after: { userId, totalCents },
  })

/** Enters a ticket that no sale made in the audit trail. */
export const insertNewTicketAudit = (ticket: AuditedTicket): Write =>
  insertAuditEntry({
    kind: 'ticket',
    subject: { id: ticket.id },
    after: ticketValues(ticket),
  })

/** Enters a ticket that is changed, cancelled or deleted in the audit trail. */
export function insertTicketAudit(
  userId: string,
  ticket: AuditedTicket,
  after?: TicketFields,
): Write[] {
  const isCancelled = after?.status === ticketCancelled && ticket.status !== after.status
  const { id, number, series } = ticket
  if (after && !isCancelled) {
    const subject = { id, name: receiptName({ number, series }) }
    return insertChangeAudit({ kind: 'ticket', subject }, ticket, after)
  }
  return [
    insertAuditEntry({
      kind: 'cancellation',
      userId,
      subject: { id, name: receiptName({ number, series }) },
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
    subject: { id },
    before,
    after,
  })

/** Returns the name of a sale's receipt in the audit trail; null for one without number. */
export function receiptName(sale: NumberedSale | undefined): string | null {
  const number = receiptNumberOf(sale)
  return number && `Receipt ${number}`
}

const ticketValues = ({
  orderId,
  number,
  status,
  totalCents,
}: Pick<TicketFields, 'orderId' | 'status' | 'totalCents'> & {
  readonly number?: number | undefined
}) => ({ orderId, number: number ?? null, status, totalCents })

/** Enters a payment that is linked to a ticket, or no longer is, in the audit trail. */
export const insertLinkAudit = (
  { id, amountCents }: PaymentRecord,
  ticketId: string,
  isLinked: boolean,
): Write => {
  const link = { ticketId, amountCents }
  return insertAuditEntry({
    kind: 'payment',
    subject: { id },
    before: isLinked ? null : link,
    after: isLinked ? link : null,
  })
}
