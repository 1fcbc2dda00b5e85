import * as z from 'zod'
import { Failure } from '../failure.ts'
import { ReportFilterInput } from './report-filter.ts'

/** What can be exported. */
const exportTypes = ['sales', 'taxes', 'payments', 'refunds', 'z-reports'] as const
export type ExportType = (typeof exportTypes)[number]

/** What to export as sent; `readExportType` and `readReportFilter` check it. */
export const ExportInput = ReportFilterInput.pick({
  period: true,
  utcOffsetMinutes: true,
  startDate: true,
  endDate: true,
}).extend({
  type: z.string().default('sales').meta({
    enum: exportTypes,
    description: '`sales` (default), `taxes`, `payments`, `refunds` or `z-reports`',
  }),
})

/** Reads what to export. Throws `invalidFilter`. */
export function readExportType(value: string): ExportType {
  const type = exportTypes.find((each) => each === value)
  if (!type) throw new Failure('invalidFilter', { name: 'type', value })
  return type
}
