import { insertAuditEntry } from '../audit/audit-trail.ts'
import { transact } from '../dynamodb/transact.ts'

/**
 * Enters that money is to leave the wallet in the audit trail. It comes before the node is
 * asked, because no transaction holds both: an entry too many is better than one too few.
 */
export const enterOutgoing = (
  operation: string,
  values: Readonly<Record<string, unknown>>,
): Promise<void> =>
  transact([
    insertAuditEntry({ kind: 'wallet', before: null, after: { operation, ...values } }),
  ])

/** Enters that the wallet's payments were exported in the audit trail. */
export const enterExport = (period: object): Promise<void> =>
  transact([
    insertAuditEntry({
      kind: 'export',
      before: null,
      after: { wallet: true, ...period },
    }),
  ])
