import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { replaceFile } from '../../shared/atomic-file.ts'
import type { PrinterConfig } from '../config.ts'
import { log } from '../log.ts'
import { cupsPrinters } from './cups.ts'
import { devicePrinter } from './device.ts'
import { networkPrinter } from './network.ts'
import { failed, type PrintDocument, type Printer, PrinterFailure } from './printer.ts'
import { windowsPrinters } from './windows.ts'

/** The printers of the operating system, of the kind that it has. */
export const systemPrinters =
  process.platform === 'win32' ? windowsPrinters : cupsPrinters

export type Printers = ReturnType<typeof allPrinters>

/** All printers by name. A configured one hides the operating system's of that name. */
export function allPrinters(config: PrinterConfig) {
  const configured: Printer[] = [
    ...config.network.map((printer) => networkPrinter(printer)),
    ...config.devices.map(devicePrinter),
    ...config.virtual.map(virtualPrinter),
  ]
  let printers = configured
  let lastProblem = ''

  const refresh = async () => {
    if (!config.system) return printers
    try {
      const system = await systemPrinters()
      const isHidden = ({ name }: Printer) => configured.some((own) => own.name === name)
      printers = [...configured, ...system.filter((printer) => !isHidden(printer))]
      lastProblem = ''
    } catch (error) {
      // The printers of a spooler that is restarting stay in the list.
      const problem = String(error)
      if (problem !== lastProblem) log('system-printers-failed', { problem })
      lastProblem = problem
    }
    return printers
  }
  const named = (list: Printer[], name: string) =>
    list.find((printer) => printer.name === name)

  return {
    list: async () =>
      (await refresh()).map(({ name, kind, halt = null }) => ({ name, kind, halt })),
    /** Like Printer.print; also throws PrinterFailure for an unknown name. */
    print: async (
      name: string,
      document: PrintDocument,
      beforeFirstByte: () => Promise<void>,
      giveUp: AbortSignal,
    ) => {
      const printer = named(printers, name) ?? named(await refresh(), name)
      if (!printer) throw new PrinterFailure(`there is no printer ${name}`, false)
      return printer.print(document, beforeFirstByte, giveUp)
    },
  }
}

/**
 * Writes each receipt as `<ticketId>-<first 8 of the job id>.png`, and as `.bin` the
 * bytes that a real printer would get.
 */
function virtualPrinter(config: PrinterConfig['virtual'][number]): Printer {
  return {
    name: config.name,
    kind: 'virtual',
    print: async (document, beforeFirstByte) => {
      const picture = await document.picture()
      const path = join(config.directory, fileName(document.ticketId, document.jobId))
      await mkdir(config.directory, { recursive: true }).catch(failed(false))
      await beforeFirstByte()
      await replaceFile(`${path}.bin`, document.bytes).catch(failed(true))
      await replaceFile(`${path}.png`, picture).catch(failed(true))
      return undefined
    },
  }
}

/** A safe file name for any ticket id: letters, digits, `-` and `_` only. */
export function fileName(ticketId: string, jobId: string): string {
  return `${sanitize(ticketId).slice(0, 80) || 'ticket'}-${sanitize(jobId).slice(0, 8)}`
}

const sanitize = (text: string) => text.replaceAll(/[^A-Za-z0-9_-]/g, '_')
