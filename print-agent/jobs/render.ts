import type { PrintJob } from '../../shared/paper/queue/print-job.ts'
import type { PrintDocument } from '../printers/printer.ts'
import { openRenderer, type Renderer } from './renderer.ts'

/** Bytes are rendered in a thread of their own, so that no printer waits for a picture. */
export type Renderers = { readonly bytes: Renderer; readonly pictures: Renderer }

/** Opens both renderers. Their threads start with the first receipt. */
export const openRenderers = (): Renderers => ({
  bytes: openRenderer(),
  pictures: openRenderer(),
})

/** Renders a job's bytes, and its picture when a printer asks for it. Throws Unprintable. */
export async function render(
  job: PrintJob,
  { isCopy }: { isCopy: boolean },
  { bytes, pictures }: Renderers,
): Promise<PrintDocument> {
  return {
    jobId: job.id,
    ticketId: job.ticket.ticketId,
    title: titleOf(job),
    goodbyeSeconds: job.settings?.goodbyeSeconds ?? null,
    bytes: await bytes.render({ job, isCopy, as: 'bytes' }),
    picture: () => pictures.render({ job, isCopy, as: 'picture' }),
  }
}

// It is an argument of the spooler's command: without NUL, and of limited length.
function titleOf({ ticket }: PrintJob): string {
  return `ticket ${ticket.ticketId.slice(0, 60).replaceAll(/\p{Cc}/gu, ' ')}`
}
