import { required } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { findOrder } from './orders.ts'
import { receiptName } from './sales-audit.ts'

/**
 * Withdraws the page that shows an order's receipt, or shows it again (POST
 * /orders/{id}/receipt-page). Throws `notFound`.
 */
export const showReceiptPage = (orderId: string, isShown: boolean): Promise<void> =>
  retryOnConflict(async () => {
    const order = required(await findOrder(orderId))
    if (isShown === !order.receiptPageRevoked) return
    await transact([
      updateUnchanged(
        order,
        ['receiptPageRevoked'],
        isShown
          ? { remove: ['receiptPageRevoked'] }
          : { set: { receiptPageRevoked: true } },
      ),
      insertAuditEntry({
        kind: 'print',
        subject: { id: order.id, name: receiptName(order.sale) },
        before: { receiptPage: isShown ? 'withdrawn' : 'shown' },
        after: { receiptPage: isShown ? 'shown' : 'withdrawn' },
      }),
    ])
  })
