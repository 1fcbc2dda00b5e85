import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../atomic-file.ts'
import type { PrinterConfig } from '../config.ts'
import { type Printer, PrinterFailure } from './printer.ts'

/**
 * A printer that writes each receipt as `<ticketId>-<first 8 of the job id>.png`, and next
 * to it, as `.bin`, the bytes that a real printer would get.
 */
export function virtualPrinter(config: PrinterConfig['virtual'][number]): Printer {
  return {
    name: config.name,
    kind: 'virtual',
    print: async (document, beforeFirstByte) => {
      const picture = await document.picture()
      const path = join(config.directory, fileName(document.ticketId, document.jobId))
      await mkdir(config.directory, { recursive: true }).catch(notPrinted)
      await beforeFirstByte()
      await replaceFile(`${path}.bin`, document.bytes).catch(maybePrinted)
      await replaceFile(`${path}.png`, picture).catch(maybePrinted)
    },
  }
}

/** A safe file name for any ticket id: letters, digits, `-` and `_` only. */
export function fileName(ticketId: string, jobId: string): string {
  return `${sanitize(ticketId).slice(0, 80) || 'ticket'}-${sanitize(jobId).slice(0, 8)}`
}

function sanitize(text: string): string {
  return text.replaceAll(/[^A-Za-z0-9_-]/g, '_')
}

function notPrinted(error: Error): never {
  throw new PrinterFailure(error.message, false)
}

function maybePrinted(error: Error): never {
  throw new PrinterFailure(error.message, true)
}
