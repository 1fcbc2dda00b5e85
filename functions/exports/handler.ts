import { exportPage } from '../../shared/back-office/exports/export-shop.ts'
import { insertAuditEntry } from '../../shared/people/audit/audit-trail.ts'
import { transact } from '../../shared/platform/dynamodb/transact.ts'
import { lambda } from '../../shared/platform/http/lambda.ts'
import { refuseWhileClosing } from '../../shared/selling/shifts/shifts.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  shop: async ({ query: { cursor }, request: { publicUrl, nowMs } }) => {
    await refuseWhileClosing()
    const page = await exportPage(cursor, publicUrl, nowMs)
    await refuseWhileClosing()
    const after = { type: 'shop', page: cursor === undefined ? 'first' : 'next' }
    await transact([insertAuditEntry({ kind: 'export', before: null, after })])
    return page
  },
})
