import type { PrintDestination } from './print-request.ts'
import type { Printer } from './printer-configuration.ts'

/**
 * The configurations that a request is for, available or not: the one it names by id, else
 * every enabled one of the type in a broadcast, else the default of the type, else the only
 * enabled one.
 */
export function targetsOf(
  printers: readonly Printer[],
  {
    printerId,
    printerType,
    broadcast,
  }: Pick<PrintDestination, 'printerId' | 'printerType' | 'broadcast'>,
): readonly Printer[] {
  if (printerId !== null) return printers.filter(({ id }) => id === printerId)
  const enabled = printers.filter(
    (printer) => printer.enabled && printer.printerType === printerType,
  )
  if (broadcast) return enabled
  const defaults = enabled.filter(({ isDefault }) => isDefault)
  if (defaults.length > 0) return defaults
  return enabled.length === 1 ? enabled : []
}

/** The template that a request names, and whether it comes before the printer's own. */
export type TemplateChoice = Pick<PrintDestination, 'templateName' | 'forceTemplateName'>

/**
 * The name of the template that a printer prints: its own, else that of the request, or the
 * other way round when the request forces its own. null for `none`, which prints nothing;
 * undefined when neither names a template.
 */
export function templateNameFor(
  printer: Printer,
  { templateName, forceTemplateName }: TemplateChoice,
): string | null | undefined {
  const name =
    forceTemplateName && templateName !== null
      ? templateName
      : (printer.templateName ?? templateName)
  return name?.trim().toLowerCase() === 'none' ? null : (name ?? undefined)
}
