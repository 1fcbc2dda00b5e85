import { Failure, required } from '../../failure.ts'
import { insertAuditEntry } from '../../people/audit/audit-trail.ts'
import { type StaffCount, staffKey } from '../../people/staff/staff-count.ts'
import { type User, userKey } from '../../people/staff/users.ts'
import {
  retryOnConflict,
  updateUnchanged,
} from '../../platform/dynamodb/optimistic-lock.ts'
import { readMany } from '../../platform/dynamodb/read.ts'
import { transact } from '../../platform/dynamodb/transact.ts'
import { deleteItem } from '../../platform/dynamodb/write.ts'
import { isoSeconds } from '../../platform/time/iso.ts'
import { flaggedKey } from './flagged-sales.ts'
import { type Order, orderKey } from './orders.ts'
import { takenByOf } from './sale-snapshot.ts'
import { receiptName } from './sales-audit.ts'

/**
 * Marks the flags of a sale as seen, for PUT /orders/{id}/flags. Where there is another
 * administrator, nobody does so for what they sold or handed in. Throws `notFound`, `invalid` for
 * a sale without flags, and `permissionRequired`.
 */
export const reviewFlags = (
  orderId: string,
  { userId, nowMs }: { readonly userId: string; readonly nowMs: number },
): Promise<void> =>
  retryOnConflict(async () => {
    const [found, user, staff] = await readMany<[Order, User, StaffCount]>([
      orderKey(orderId),
      userKey(userId),
      staffKey,
    ])
    const order = required(found)
    const { sale } = order
    if (!sale?.flags) throw new Failure('invalid', { fault: 'the sale has no flags' })
    if (sale.flagsReviewed) return
    const isInvolved = [takenByOf(order).userId, sale.enteredBy].includes(userId)
    if (isInvolved && (staff?.admins ?? 0) > 1) throw new Failure('permissionRequired')
    const flagsReviewed = { at: isoSeconds(nowMs), userId, userName: user?.name ?? '' }
    await transact([
      // Refunds and corrections write the sale, too
      updateUnchanged(order, ['refundRevision'], {
        set: { sale: { ...sale, flagsReviewed } },
        add: { refundRevision: 1 },
      }),
      deleteItem(flaggedKey(orderId)),
      insertAuditEntry({
        kind: 'order',
        subject: { id: order.id, name: receiptName(sale) },
        after: { reviewed: [...sale.flags] },
      }),
    ])
  })
