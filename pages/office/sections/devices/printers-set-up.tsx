import { PrinterList } from '../../../parts/printers/printer-list.tsx'
import type { PartProps } from './part.ts'

/** The printers of the shop, to be set up and tried. */
export const PrintersSetUp = (props: PartProps) => (
  <div class="card">
    <PrinterList {...props} />
  </div>
)
