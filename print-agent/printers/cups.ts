import { type ChildResult, runChild } from './child.ts'
import { type Printer, PrinterFailure } from './printer.ts'

const LIST_MS = 10_000
const SUBMIT_MS = 60_000

/**
 * The printers of the operating system on Linux and macOS (CUPS). Jobs are sent raw.
 * "Printed" means that the spooler has accepted the job; it prints it when the printer is
 * ready. Throws PrinterFailure when CUPS does not respond.
 */
export async function cupsPrinters(): Promise<Printer[]> {
  const { code, stdout } = await cups('lpstat', ['-e'], LIST_MS)
  if (code === null) throw new PrinterFailure('lpstat did not answer', false)
  // Without any printer lpstat exits with 1, which is not a failure here.
  return stdout.split('\n').filter(Boolean).map(cupsPrinter)
}

function cupsPrinter(name: string): Printer {
  return {
    name,
    kind: 'system',
    print: async (document, beforeFirstByte) => {
      await beforeFirstByte()
      const args = ['-d', name, '-t', document.title, '-o', 'raw']
      const { code, stderr } = await cups('lp', args, SUBMIT_MS, document.bytes)
      if (code === 0) return
      // lp fails before it hands anything over, unless it was killed at the timeout.
      if (code === null) throw new PrinterFailure('the spooler did not answer', true)
      throw new PrinterFailure(stderr, false)
    },
  }
}

function cups(
  program: string,
  args: string[],
  timeoutMs: number,
  input?: Uint8Array,
): Promise<ChildResult> {
  return runChild(program, args, { timeoutMs, ...(input && { input }) }).catch(
    (error: Error) => {
      throw new PrinterFailure(`cannot run ${program}: ${error.message}`, false)
    },
  )
}
