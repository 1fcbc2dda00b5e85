import { insertAuditEntry } from '../../shared/audit/audit-trail.ts'
import { transact } from '../../shared/dynamodb/transact.ts'
import { exportPage } from '../../shared/exports/export-shop.ts'
import { lambda } from '../../shared/http/lambda.ts'
import { endpoints } from './endpoints.ts'

export const handler = lambda(endpoints, {
  shop: async ({ query: { cursor }, request: { publicUrl, nowMs } }) => {
    const page = await exportPage(cursor, publicUrl, nowMs)
    const after = { type: 'shop', page: cursor === undefined ? 'first' : 'next' }
    await transact([insertAuditEntry({ kind: 'export', before: null, after })])
    return page
  },
})
