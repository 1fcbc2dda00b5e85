import { isDeepStrictEqual } from 'node:util'
import { Failure, required } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import type { Buyer } from './buyer.ts'
import { findOrder } from './orders.ts'
import type { SaleSnapshot } from './sale-snapshot.ts'
import { receiptName } from './sales-audit.ts'

/**
 * Names the buyer of a sale of either kind, or takes the buyer off it (PUT
 * /orders/{id}/buyer); its paper shows the time. The audit trail has which fields changed
 * and not what they said, so that nothing of a buyer is left who was taken off. Throws
 * `notFound`, and `orderNotPaid` for an order without a sale.
 */
export const changeBuyer = (
  orderId: string,
  buyer: Buyer | null,
  nowMs: number,
): Promise<void> =>
  retryOnConflict(async () => {
    const order = required(await findOrder(orderId))
    if (!order.sale) throw new Failure('orderNotPaid')
    const { buyer: before, ...sale } = order.sale
    if (isDeepStrictEqual(before, buyer ?? undefined)) return
    const changed: SaleSnapshot = {
      ...sale,
      ...(buyer && { buyer }),
      buyerChangedAt: isoSeconds(nowMs),
    }
    await transact([
      // Refunds and corrections write the sale, too
      updateUnchanged(order, ['refundRevision'], {
        set: { sale: changed },
        add: { refundRevision: 1 },
      }),
      insertAuditEntry({
        kind: 'order',
        subject: { id: order.id, name: receiptName(sale) },
        before: { buyerFields: fieldsOf(before) },
        after: { buyerFields: fieldsOf(buyer), changed: differing(before, buyer) },
      }),
    ])
  })

const fieldsOf = (buyer: Buyer | null | undefined): string[] =>
  Object.keys(buyer ?? {}).sort()

/** The fields that are not as they were. */
function differing(before: Buyer | undefined, after: Buyer | null): string[] {
  const names = ['name', 'taxId', 'address', 'email'] as const
  return names.filter((name) => before?.[name] !== after?.[name])
}
