import type { PrintRequest } from '../../functions/printers/endpoints.ts'
import type { StoredPrinter } from './printers.ts'

/** The configurations that a request means, available or not (section 10 "Target"). */
export function targetsOf(
  printers: readonly StoredPrinter[],
  { printerId, printerType, broadcast }: PrintRequest,
): readonly StoredPrinter[] {
  if (printerId !== null) return printers.filter(({ id }) => id === printerId)
  const enabled = printers.filter(
    (printer) => printer.enabled && printer.printerType === printerType,
  )
  if (broadcast) return enabled
  const defaults = enabled.filter(({ isDefault }) => isDefault)
  if (defaults.length > 0) return defaults
  return enabled.length === 1 ? enabled : []
}

/** The template that a printer prints; null when it prints nothing (section 10 "Template"). */
export function templateNameFor(
  printer: StoredPrinter,
  { templateName, forceTemplateName }: PrintRequest,
): string | null {
  const name =
    forceTemplateName && templateName !== null
      ? templateName
      : (printer.templateName ?? templateName)
  return name?.trim().toLowerCase() === 'none' ? null : name
}
