import { constants, type FileHandle, open } from 'node:fs/promises'
import type { PrinterConfig } from '../config.ts'
import { runChild } from './child.ts'
import { failed, type Printer, PrinterFailure } from './printer.ts'

const printMs = 60_000

/**
 * A printer behind a device file such as /dev/usb/lp0. A child process writes to it:
 * without paper the write blocks, and only a process can be killed.
 */
export function devicePrinter(config: PrinterConfig['devices'][number]): Printer {
  return {
    name: config.name,
    kind: 'device',
    print: async (document, beforeFirstByte) => {
      await using device = await openDevice(config.path)
      await beforeFirstByte()
      await send(device, document.bytes)
      return undefined
    },
  }
}

// Without O_CREAT: for an unplugged printer this fails and creates no file in /dev.
const openDevice = (path: string): Promise<FileHandle> =>
  open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOCTTY).catch(
    failed(false),
  )

async function send(device: FileHandle, bytes: Uint8Array): Promise<void> {
  const options = { input: bytes, output: device.fd, timeoutMs: printMs }
  const result = await runChild('cat', [], options).catch(
    failed(false, 'cannot run cat: '),
  )
  if (result.code === 0) return
  const reason = result.code === null ? 'the printer stopped taking data' : result.stderr
  throw new PrinterFailure(reason, true)
}
