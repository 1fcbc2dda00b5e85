import { insertAuditEntry } from '../audit/audit-trail.ts'
import type { Write } from '../dynamodb/write.ts'
import type { OffMenu } from './new-order-lines.ts'
import type { OrderLine } from './order-line.ts'

/**
 * Enters a line that is cancelled, taken back from that or deleted, is pending again, or has
 * another price, in the audit trail; nothing for other changes.
 */
export function insertLineAudit(
  userId: string,
  orderId: string,
  line: OrderLine,
  after: OrderLine | null,
): Write[] {
  const { dishName, priceCents, status } = line
  const isCancelled = (after?.status === 'cancelled') !== (status === 'cancelled')
  const isSetBack = after?.status === 'pending' && status !== 'pending' && !isCancelled
  const subject = { id: orderId, name: dishName }
  const isPriced = after !== null && after.priceCents !== priceCents
  return [
    ...(after === null || isCancelled
      ? [
          insertAuditEntry({
            kind: 'cancellation',
            userId,
            subject,
            before: { dishName, priceCents, status },
            after: after && {
              dishName,
              priceCents: after.priceCents,
              status: after.status,
            },
          }),
        ]
      : []),
    ...(isSetBack
      ? [
          insertAuditEntry({
            kind: 'order',
            userId,
            subject,
            before: { dishName, status },
            after: { dishName, status: after.status },
          }),
        ]
      : []),
    ...(isPriced
      ? [
          insertAuditEntry({
            kind: 'price',
            userId,
            subject,
            before: { dishName, priceCents },
            after: { dishName, priceCents: after.priceCents },
          }),
        ]
      : []),
  ]
}

/** Enters new lines at other prices than on the menu in the audit trail. */
export const insertOffMenuAudit = (
  orderId: string,
  lines: readonly OffMenu[],
): Write[] =>
  lines.length === 0
    ? []
    : [
        insertAuditEntry({
          kind: 'price',
          subject: { id: orderId, name: null },
          before: null,
          after: { lines },
        }),
      ]
