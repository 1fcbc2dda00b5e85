import { constants } from 'node:fs'
import { access, mkdir, open } from 'node:fs/promises'
import type { PrinterConfig } from '../config.ts'
import { requireRunning } from '../printers/cups.ts'
import { ASK_CAUSE, ASK_STATUS, causeOf, isOffline } from '../printers/escpos-status.ts'
import { connectPrinter } from '../printers/printer-socket.ts'
import { systemPrinters } from '../printers/printers.ts'

/** One thing that was looked at; a warning is no failure. */
export type Finding = {
  readonly verdict: 'ok' | 'warning' | 'failed'
  readonly text: string
}

const ANSWER_MS = 2_000

/** Looks at each printer without printing; one line each. */
export async function checkPrinters(config: PrinterConfig): Promise<Finding[]> {
  const configured = await Promise.all([
    ...config.network.map((printer) =>
      finding(printer.name, `reached at ${printer.host}:${printer.port}`, () =>
        reachNetwork(printer),
      ),
    ),
    ...config.devices.map(({ name, path }) =>
      finding(name, `${path} can be written`, () => openDevice(path)),
    ),
    ...config.virtual.map(({ name, directory }) =>
      finding(name, `writes pictures to ${directory}`, async () => {
        await mkdir(directory, { recursive: true })
        await access(directory, constants.W_OK)
      }),
    ),
  ])
  const system = config.system ? await checkSystem(configured.length > 0) : []
  const all = [...configured, ...system]
  const none: Finding = { verdict: 'failed', text: 'Printers: there is none' }
  return all.length > 0 ? all : [none]
}

/** A finding that fails with the message of what `look` throws. */
async function finding(
  name: string,
  good: string,
  look: () => Promise<void>,
): Promise<Finding> {
  try {
    await look()
    return { verdict: 'ok', text: `Printer ${name}: ${good}` }
  } catch (error) {
    return { verdict: 'failed', text: `Printer ${name}: ${(error as Error).message}` }
  }
}

async function reachNetwork({ host, port, status }: PrinterConfig['network'][number]) {
  const socket = await connectPrinter(host, port)
  try {
    if (status === 'off') return
    const answer = await socket.ask(ASK_STATUS, ANSWER_MS)
    if (answer === undefined) {
      if (status === 'required') throw new Error('it does not tell its status')
      return
    }
    if (!isOffline(answer)) return
    throw new Error(`offline: ${causeOf(await socket.ask(ASK_CAUSE, ANSWER_MS))}`)
  } finally {
    socket.destroy()
  }
}

async function openDevice(path: string): Promise<void> {
  const device = await open(path, constants.O_WRONLY | constants.O_NOCTTY)
  await device.close()
}

/** Where others are configured, a machine without a spooler is no failure. */
async function checkSystem(hasOthers: boolean): Promise<Finding[]> {
  try {
    const printers = await systemPrinters()
    return await Promise.all(
      printers.map(({ name }) =>
        finding(name, 'known to the operating system', () => requireEnabled(name)),
      ),
    )
  } catch (error) {
    const text = `Printers of the operating system: ${(error as Error).message}`
    return [{ verdict: hasOthers ? 'warning' : 'failed', text }]
  }
}

/** CUPS stops the queue of a printer that failed. Windows has nothing of the kind. */
async function requireEnabled(name: string): Promise<void> {
  if (process.platform === 'win32') return
  await requireRunning(name).catch((error: Error) => {
    throw new Error(`${error.message}; cupsenable ${name} starts it`)
  })
}
