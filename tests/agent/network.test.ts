import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { networkPrinter, noPrinter } from '../../print-agent/printers/network.ts'
import { eventually } from '../support/eventually.ts'
import { startPrinter } from './printer-sink.ts'

const document = {
  jobId: 'job',
  ticketId: 'T-1',
  title: 'ticket T-1',
  bytes: new Uint8Array(200_000).map((_, index) => index % 256),
  picture: () => Promise.reject(new Error('a network printer prints bytes')),
}

/** More than the buffers between two programs of this machine hold. */
const longDocument = { ...document, bytes: new Uint8Array(30_000_000).fill(0x20) }

/** Has time for the first answer, however busy the machine is. */
const patient = { unaskedMs: 30_000 }

/** Its answers: online; offline, out of paper. */
const online = { status: 0x12, cause: 0x12 }
const outOfPaper = { status: 0x1a, cause: 0x32 }

async function openPrinter(
  change: object = {},
  waits: { stalledMs?: number; unaskedMs?: number } = {},
) {
  const sink = await startPrinter()
  onTestFinished(() => sink.stop())
  const config = {
    name: 'k',
    host: '127.0.0.1',
    port: sink.port,
    goodbyeSeconds: 3_600,
    status: 'auto' as const,
    ...change,
  }
  return { sink, printer: networkPrinter(config, waits) }
}

const noted = async () => undefined
const never = new AbortController().signal

describe('a raw TCP printer', () => {
  test('gets all bytes unchanged, after the start was recorded', async () => {
    const { sink, printer } = await openPrinter()
    let startedBefore = -1
    await printer.print(
      document,
      async () => {
        startedBefore = sink.started()
      },
      never,
    )
    expect(startedBefore).toBe(0)
    expect(Buffer.compare(sink.receipts[0] ?? Buffer.of(), document.bytes)).toBe(0)
  })

  test('that is offline fails as not printed', async () => {
    const { sink, printer } = await openPrinter()
    await sink.stop()
    let hasStarted = false
    const printing = printer.print(
      document,
      async () => {
        hasStarted = true
      },
      never,
    )
    await expect(printing).rejects.toMatchObject({ maybePrinted: false })
    expect(hasStarted).toBe(false)
  })

  test('that breaks the connection may have printed a part', async () => {
    const { sink, printer } = await openPrinter()
    sink.behaviour.breaks = true
    const printing = printer.print(longDocument, noted, never)
    await expect(printing).rejects.toMatchObject({ maybePrinted: true })
  })

  test('that closes after a part may have printed it', async () => {
    const { sink, printer } = await openPrinter()
    sink.behaviour.readsBytes = 100_000
    await expect(printer.print(longDocument, noted, never)).rejects.toMatchObject({
      maybePrinted: true,
    })
  })

  test('that reads all and resets the connection has lost nothing, and confirms nothing', async () => {
    const { sink, printer } = await openPrinter()
    sink.behaviour.resets = true
    const doubt = await printer.print(document, noted, never)
    expect(doubt).toBe('the printer reset the connection after the receipt')
    expect(sink.receipts).toHaveLength(1)
    sink.behaviour.resets = false
    expect(await printer.print(document, noted, never)).toBeUndefined()
    // One that closed before is not taken for broken when it resets, either
    sink.behaviour.resets = true
    expect(await printer.print(document, noted, never)).toBe(doubt)
  })

  test('gets nothing when the start cannot be recorded', async () => {
    const { sink, printer } = await openPrinter()
    const printing = printer.print(
      document,
      () => Promise.reject(new Error('disk full')),
      never,
    )
    await expect(printing).rejects.toThrow('disk full')
    expect(sink.started()).toBe(0)
  })

  test('that never closes is left after its goodbye time', async () => {
    const { sink, printer } = await openPrinter({ goodbyeSeconds: 0.1 })
    sink.behaviour.hangs = true
    const doubt = await printer.print(document, noted, never)
    expect(doubt).toBe('the printer gives no sign')
    await printer.print(document, noted, never)
    await eventually(() => expect(sink.receipts).toHaveLength(2))
  })

  test("that never closes has the shop's goodbye time before its own", async () => {
    const { sink, printer } = await openPrinter()
    sink.behaviour.hangs = true
    await printer.print({ ...document, goodbyeSeconds: 0 }, noted, never)
    await expect.poll(() => sink.receipts).toHaveLength(1)
  })

  test('that answers its status needs no goodbye', async () => {
    const { sink, printer } = await openPrinter({}, patient)
    sink.behaviour.hangs = true
    sink.behaviour.status = online
    await printer.print(document, noted, never)
    await printer.print(document, noted, never)
    await expect.poll(() => sink.receipts).toHaveLength(2)
    for (const receipt of sink.receipts) {
      expect(Buffer.compare(receipt, document.bytes)).toBe(0)
    }
  })

  test('that answered and now reads nothing has printed nothing', async () => {
    const { sink, printer } = await openPrinter({}, patient)
    sink.behaviour.status = online
    await printer.print(document, noted, never)
    sink.behaviour.deaf = true
    await expect(printer.print(document, noted, never)).rejects.toMatchObject({
      message: 'the printer does not answer',
      maybePrinted: false,
    })
  })

  test('that must answer and never did has printed nothing', async () => {
    const { sink, printer } = await openPrinter({ status: 'required' })
    await expect(printer.print(document, noted, never)).rejects.toMatchObject({
      maybePrinted: false,
    })
    expect(sink.receipts).toEqual([])
  })

  test('that closed and now takes bytes without reading them may have printed', async () => {
    const { sink, printer } = await openPrinter({}, { stalledMs: 3_000 })
    await printer.print(document, noted, never)
    sink.behaviour.deaf = true
    const small = { ...document, bytes: document.bytes.slice(0, 1_000) }
    await expect(printer.print(small, noted, never)).rejects.toMatchObject({
      message: 'the printer took the receipt and gave no sign',
      maybePrinted: true,
    })
  })

  test('that says it is out of paper gets nothing, and the reason is reported', async () => {
    const { sink, printer } = await openPrinter({ status: 'required' })
    sink.behaviour.status = outOfPaper
    await expect(printer.print(document, noted, never)).rejects.toMatchObject({
      message: 'the printer is offline: out of paper',
      maybePrinted: false,
    })
    expect(sink.started()).toBe(0)
  })

  test('that is out of paper at the first contact gets nothing', async () => {
    const { sink, printer } = await openPrinter({}, patient)
    sink.behaviour.status = outOfPaper
    await expect(printer.print(document, noted, never)).rejects.toMatchObject({
      message: 'the printer is offline: out of paper',
      maybePrinted: false,
    })
    expect(sink.started()).toBe(0)
  })

  test('that was swapped for one without answers prints after a while', async () => {
    const now = vi.spyOn(performance, 'now').mockReturnValue(1_000)
    onTestFinished(() => now.mockRestore())
    const { sink, printer } = await openPrinter({}, patient)
    sink.behaviour.status = online
    await printer.print(document, noted, never)
    sink.behaviour.status = undefined
    await expect(printer.print(document, noted, never)).rejects.toMatchObject({
      message: 'the printer does not answer',
      maybePrinted: false,
    })
    now.mockReturnValue(26_000)
    await printer.print(document, noted, never)
    expect(sink.receipts).toHaveLength(2)
  })

  test.each([
    ['a web server', 'HTTP/1.1 400 Bad Request\r\n\r\n'],
    ['another program', 'SSH-2.0-OpenSSH_9.2p1 Debian\r\n'],
  ])('that is %s prints nothing, and the reason is told', async (_, answer) => {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      socket.once('data', () => socket.end(answer))
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const { printer } = await openPrinter({ port })
    await expect(printer.print(document, noted, never)).rejects.toMatchObject({
      message: noPrinter,
      maybePrinted: false,
    })
  })

  test('without status gets only the bytes of the receipt', async () => {
    const { sink, printer } = await openPrinter({ status: 'off' })
    sink.behaviour.status = outOfPaper
    await printer.print(document, noted, never)
    expect(sink.receipts).toHaveLength(1)
  })
})
