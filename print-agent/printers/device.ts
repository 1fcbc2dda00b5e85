import { constants, type FileHandle, open } from 'node:fs/promises'
import type { PrinterConfig } from '../config.ts'
import { runChild } from './child.ts'
import { type Printer, PrinterFailure } from './printer.ts'

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
      const device = await openDevice(config.path)
      try {
        await beforeFirstByte()
        await send(device, document.bytes)
      } finally {
        await device.close()
      }
    },
  }
}

// Without O_CREAT: for an unplugged printer this fails and creates no file in /dev.
function openDevice(path: string): Promise<FileHandle> {
  return open(path, constants.O_WRONLY | constants.O_APPEND | constants.O_NOCTTY).catch(
    (error: Error) => {
      throw new PrinterFailure(error.message, false)
    },
  )
}

async function send(device: FileHandle, bytes: Uint8Array): Promise<void> {
  const result = await runChild('cat', [], {
    input: bytes,
    output: device.fd,
    timeoutMs: printMs,
  }).catch((error: Error) => {
    throw new PrinterFailure(`cannot run cat: ${error.message}`, false)
  })
  if (result.code === 0) return
  const reason = result.code === null ? 'the printer stopped taking data' : result.stderr
  throw new PrinterFailure(reason, true)
}
