import type { AuditRecord } from '../../../../shared/people/audit/audit-trail.ts'
import {
  ordersAt,
  type TableRecord,
} from '../../../../shared/selling/restaurant/tables.ts'
import { type Order, orderKey } from '../../../../shared/selling/sales/orders.ts'
import { changesOf, type OpenStepCheck } from './step.ts'

/** A bill that is still open does not leave its table without an entry in the audit trail. */
export const checkSeats: OpenStepCheck = (table) => (step, findings) => {
  const entered = new Set(
    changesOf<AuditRecord>(step, { pk: 'AUDIT' }).map(({ after }) => after?.subjectId),
  )
  for (const { before, after } of changesOf<TableRecord>(step, { pk: 'TABLE' })) {
    if (!before) continue
    const isFreed = after?.status === 'available' && before.status !== 'available'
    const kept = after && !isFreed ? ordersAt(after) : []
    for (const id of ordersAt(before)) {
      const order = table.item(orderKey(id)) as unknown as Order | undefined
      const isLost = !kept.includes(id) && order?.status === 'open' && !order.sale
      findings.isTrue(
        `the open bill ${id} has left the table ${before.name} without an entry`,
        !isLost || entered.has(id),
      )
    }
  }
}
