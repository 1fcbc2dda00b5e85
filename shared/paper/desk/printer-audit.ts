import { insertAuditEntry, insertChangeAudit } from '../../audit/audit-trail.ts'
import type { Write } from '../../dynamodb/write.ts'
import type { PrinterInput, PrinterPatch } from './printer-configuration.ts'

type AuditedPrinter = Omit<PrinterInput, 'categoryIds'> & { readonly id: string }

/** Enters a new configuration in the audit trail. */
export const insertNewPrinterAudit = (printer: AuditedPrinter): Write =>
  insertAuditEntry({ ...about(printer), before: null, after: valuesOf(printer) })

/** Enters the fields of a configuration that change; nothing where none does. */
export const insertPrinterAudit = (
  printer: AuditedPrinter,
  after: Partial<PrinterPatch>,
): Write[] => insertChangeAudit(about(printer), printer, after)

/** Enters a configuration that is deleted in the audit trail. */
export const insertDeletedPrinterAudit = (printer: AuditedPrinter): Write =>
  insertAuditEntry({ ...about(printer), before: valuesOf(printer), after: null })

const about = ({ id, printerName }: AuditedPrinter) => ({
  kind: 'printer' as const,
  subject: { id, name: printerName },
})

const valuesOf = ({
  printerType,
  printerName,
  templateName,
  isDefault,
  enabled,
  openDrawer,
}: AuditedPrinter) => ({
  printerType,
  printerName,
  templateName,
  isDefault,
  enabled,
  openDrawer,
})
