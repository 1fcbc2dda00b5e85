import type { PrintJob } from '../../shared/agents/protocol/print-job.ts'
import { toEscPos } from '../../shared/printing/escpos.ts'
import { layout } from '../../shared/printing/layout.ts'
import { toSvg } from '../../shared/printing/picture.ts'
import { renderPng } from '../../shared/printing/png.ts'
import type { PrintDocument } from '../printers/printer.ts'
import { readAssets } from './assets.ts'

/** The receipt could not be laid out or drawn: no retry will change that. */
export class Unprintable extends Error {
  override name = 'Unprintable'
}

/** Lays a job out once, for printers and pictures alike. Throws Unprintable. */
export function render(job: PrintJob, { isCopy }: { isCopy: boolean }): PrintDocument {
  try {
    const lines = layout(job, { copy: isCopy })
    return {
      jobId: job.id,
      ticketId: job.ticket.ticketId,
      title: titleOf(job),
      bytes: toEscPos(lines),
      picture: async () => renderPng(toSvg(lines), await readAssets()).catch(refuse),
    }
  } catch (error) {
    return refuse(error)
  }
}

function refuse(cause: unknown): never {
  throw new Unprintable('the receipt cannot be rendered', { cause })
}

// A spooler takes it as an argument: no NUL, and nothing like the length a till may send.
function titleOf({ ticket }: PrintJob): string {
  return `ticket ${ticket.ticketId.slice(0, 60).replaceAll(/\p{Cc}/gu, ' ')}`
}
