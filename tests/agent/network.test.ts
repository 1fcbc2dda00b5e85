import { describe, expect, onTestFinished, test } from 'vitest'
import { networkPrinter } from '../../print-agent/printers/network.ts'
import { startPrinter } from './printer-sink.ts'

const document = {
  jobId: 'job',
  ticketId: 'T-1',
  title: 'ticket T-1',
  bytes: new Uint8Array(200_000).map((_, index) => index % 256),
  picture: () => Promise.reject(new Error('a network printer prints bytes')),
}

async function openPrinter() {
  const sink = await startPrinter()
  onTestFinished(() => sink.stop())
  return {
    sink,
    printer: networkPrinter({ name: 'k', host: '127.0.0.1', port: sink.port }),
  }
}

describe('a raw TCP printer', () => {
  test('gets all bytes unchanged, after the start was recorded', async () => {
    const { sink, printer } = await openPrinter()
    let startedBefore = -1
    await printer.print(document, async () => {
      startedBefore = sink.started()
    })
    expect(startedBefore).toBe(0)
    expect(Buffer.compare(sink.receipts[0] ?? Buffer.of(), document.bytes)).toBe(0)
  })

  test('that is offline fails as not printed', async () => {
    const { sink, printer } = await openPrinter()
    await sink.stop()
    let hasStarted = false
    const printing = printer.print(document, async () => {
      hasStarted = true
    })
    await expect(printing).rejects.toMatchObject({ maybePrinted: false })
    expect(hasStarted).toBe(false)
  })

  test('that breaks the connection may have printed a part', async () => {
    const { sink, printer } = await openPrinter()
    sink.behaviour.breaks = true
    const printing = printer.print(document, async () => undefined)
    await expect(printing).rejects.toMatchObject({ maybePrinted: true })
  })

  test('gets nothing when the start cannot be recorded', async () => {
    const { sink, printer } = await openPrinter()
    const printing = printer.print(document, () => Promise.reject(new Error('disk full')))
    await expect(printing).rejects.toThrow('disk full')
    expect(sink.started()).toBe(0)
  })
})
