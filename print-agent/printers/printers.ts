import type { PrinterConfig } from '../config.ts'
import { log } from '../log.ts'
import { cupsPrinters } from './cups.ts'
import { devicePrinter } from './device.ts'
import { networkPrinter } from './network.ts'
import { type PrintDocument, type Printer, PrinterFailure } from './printer.ts'
import { virtualPrinter } from './virtual.ts'
import { windowsPrinters } from './windows.ts'

const systemPrinters = process.platform === 'win32' ? windowsPrinters : cupsPrinters

export type Printers = ReturnType<typeof allPrinters>

/**
 * Every printer of the shop behind one name each. A configured printer hides one of the
 * operating system with the same name.
 */
export function allPrinters(config: PrinterConfig) {
  const configured: Printer[] = [
    ...config.network.map(networkPrinter),
    ...config.devices.map(devicePrinter),
    ...config.virtual.map(virtualPrinter),
  ]
  let known = configured
  let lastProblem = ''

  const refresh = async () => {
    if (!config.system) return known
    try {
      const system = await systemPrinters()
      const isHidden = ({ name }: Printer) => configured.some((own) => own.name === name)
      known = [...configured, ...system.filter((printer) => !isHidden(printer))]
      lastProblem = ''
    } catch (error) {
      // A spooler that is restarting keeps its printers in the list.
      const problem = String(error)
      if (problem !== lastProblem) log('system-printers-unknown', { problem })
      lastProblem = problem
    }
    return known
  }
  const named = (list: Printer[], name: string) =>
    list.find((printer) => printer.name === name)

  return {
    list: async () => (await refresh()).map(({ name, kind }) => ({ name, kind })),
    /** As Printer.print; a name that is not known is a PrinterFailure too. */
    print: async (
      name: string,
      document: PrintDocument,
      beforeFirstByte: () => Promise<void>,
    ) => {
      const printer = named(known, name) ?? named(await refresh(), name)
      if (!printer) throw new PrinterFailure(`there is no printer ${name}`, false)
      await printer.print(document, beforeFirstByte)
    },
  }
}
