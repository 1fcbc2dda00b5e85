import type { PrintJob } from '../../shared/agents/protocol/print-job.ts'
import type { PrintDocument } from '../printers/printer.ts'
import { openRenderer, type Renderer } from './renderer.ts'

/** Bytes have a thread of their own, so that no printer waits for a picture. */
export type Renderers = { readonly bytes: Renderer; readonly pictures: Renderer }

/** Opens both; their threads start with the first receipt. */
export const openRenderers = (): Renderers => ({
  bytes: openRenderer(),
  pictures: openRenderer(),
})

/** Renders a job, for printers at once and as a picture when asked. Throws Unprintable. */
export async function render(
  job: PrintJob,
  { isCopy }: { isCopy: boolean },
  { bytes, pictures }: Renderers,
): Promise<PrintDocument> {
  return {
    jobId: job.id,
    ticketId: job.ticket.ticketId,
    title: titleOf(job),
    bytes: await bytes.render({ job, isCopy, as: 'bytes' }),
    picture: () => pictures.render({ job, isCopy, as: 'picture' }),
  }
}

// A spooler takes it as an argument: no NUL, and nothing like the length a till may send.
function titleOf({ ticket }: PrintJob): string {
  return `ticket ${ticket.ticketId.slice(0, 60).replaceAll(/\p{Cc}/gu, ' ')}`
}
