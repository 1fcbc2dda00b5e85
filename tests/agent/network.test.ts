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

async function printerOn() {
  const sink = await startPrinter()
  onTestFinished(() => sink.stop())
  return {
    sink,
    printer: networkPrinter({ name: 'k', host: '127.0.0.1', port: sink.port }),
  }
}

describe('a raw TCP printer', () => {
  test('gets all bytes as they are, after the start was noted', async () => {
    const { sink, printer } = await printerOn()
    let begunBeforeStart = -1
    await printer.print(document, async () => {
      begunBeforeStart = sink.begun()
    })
    expect(begunBeforeStart).toBe(0)
    expect(Buffer.compare(sink.receipts[0] ?? Buffer.of(), document.bytes)).toBe(0)
  })

  test('that is off took nothing', async () => {
    const { sink, printer } = await printerOn()
    await sink.stop()
    let hasBegun = false
    const printing = printer.print(document, async () => {
      hasBegun = true
    })
    await expect(printing).rejects.toMatchObject({ maybePrinted: false })
    expect(hasBegun).toBe(false)
  })

  test('that breaks off may have printed a part', async () => {
    const { sink, printer } = await printerOn()
    sink.behaviour.breaks = true
    const printing = printer.print(document, async () => undefined)
    await expect(printing).rejects.toMatchObject({ maybePrinted: true })
  })

  test('gets nothing when the start cannot be noted', async () => {
    const { sink, printer } = await printerOn()
    const printing = printer.print(document, () => Promise.reject(new Error('disk full')))
    await expect(printing).rejects.toThrow('disk full')
    expect(sink.begun()).toBe(0)
  })
})
