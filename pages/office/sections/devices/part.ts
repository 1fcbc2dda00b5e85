import type { PrinterPlace } from '../../../parts/printers/printer-place.ts'
import type { Printers } from '../../../parts/printers/read-printers.ts'

/** A part of the section, given what stands in the shop. */
export type PartProps = {
  readonly found: Printers
  readonly place: PrinterPlace
  /** Reads all of it again, as after a change. */
  readonly onChanged: () => Promise<void>
}
