import { execFileSync } from 'node:child_process'
import { createReadStream } from 'node:fs'
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { devicePrinter } from '../../print-agent/printers/device.ts'
import { temporaryFolder } from './agent-process.ts'

const document = {
  jobId: 'job',
  ticketId: 'T-1',
  title: 'ticket T-1',
  // More than the buffer of a pipe, so that the writer has to wait for the reader.
  bytes: new Uint8Array(300_000).map((_, index) => index % 251),
  picture: () => Promise.reject(new Error('a device prints bytes')),
}
const onStart = async () => undefined
const never = new AbortController().signal

describe('a printer behind a device file', () => {
  test('gets every byte although it reads slowly', async () => {
    const path = join(await temporaryFolder(), 'lp0')
    execFileSync('mkfifo', [path])
    const received = buffer(createReadStream(path))
    await devicePrinter({ name: 'usb', path }).print(document, onStart, never)
    expect(Buffer.compare(await received, document.bytes)).toBe(0)
  })

  test('does not truncate what is already there', async () => {
    const path = join(await temporaryFolder(), 'lp0')
    await writeFile(path, 'before')
    await devicePrinter({ name: 'usb', path }).print(document, onStart, never)
    expect(await readFile(path)).toHaveLength(6 + document.bytes.length)
  })

  test('that is unplugged fails as not printed and creates no file', async () => {
    const path = join(await temporaryFolder(), 'lp0')
    let hasStarted = false
    const printing = devicePrinter({ name: 'usb', path }).print(
      document,
      async () => {
        hasStarted = true
      },
      never,
    )
    await expect(printing).rejects.toMatchObject({
      name: 'PrinterFailure',
      maybePrinted: false,
    })
    expect(hasStarted).toBe(false)
    await expect(stat(path)).rejects.toThrow('ENOENT')
  })

  test('that fails during the write may have printed a part', async () => {
    const printing = devicePrinter({ name: 'usb', path: '/dev/full' }).print(
      document,
      onStart,
      never,
    )
    await expect(printing).rejects.toMatchObject({ maybePrinted: true })
  })
})
