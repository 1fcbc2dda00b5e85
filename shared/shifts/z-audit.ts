import { insertAuditEntry } from '../audit/audit-trail.ts'
import type { Write } from '../dynamodb/write.ts'
import { majorUnitsOf, majorUnitsOrNull } from './breakdown.ts'
import type { ZReportRecord } from './z-reports.ts'

/** Enters the close of a shift with its Z report in the audit trail. Amounts as its Z has them. */
export const insertZAudit = (
  userId: string,
  { shiftId, number, figures }: ZReportRecord,
): Write =>
  insertAuditEntry({
    kind: 'z-report',
    userId,
    subject: { id: shiftId, name: `Z ${number}` },
    before: null,
    after: {
      totalSales: majorUnitsOf(figures.totalSalesCents),
      expectedTotal: majorUnitsOf(figures.expectedTotalCents),
      finalAmount: majorUnitsOrNull(figures.finalAmountCents),
      difference: majorUnitsOrNull(figures.differenceCents),
    },
  })
