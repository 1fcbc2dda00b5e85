import { createConnection, type Socket } from 'node:net'
import type { PrinterConfig } from '../config.ts'
import { type Printer, PrinterFailure } from './printer.ts'

const CONNECT_MS = 5_000
const STALLED_MS = 30_000 // a printer out of paper stops reading; a roll is changed sooner
const CLOSE_WAIT_MS = 10_000

/**
 * A printer reached by raw TCP (port 9100). The protocol has no confirmation: "printed"
 * means that the printer read every byte and did not break the connection.
 */
export function networkPrinter(config: PrinterConfig['network'][number]): Printer {
  return {
    name: config.name,
    kind: 'network',
    print: async (document, beforeFirstByte) => {
      const socket = await connect(config.host, config.port)
      try {
        await beforeFirstByte()
        await send(socket, document.bytes)
      } finally {
        socket.destroy()
      }
    },
  }
}

function connect(host: string, port: number): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = createConnection({ host, port })
    const fail = (reason: string) => {
      socket.destroy()
      reject(new PrinterFailure(`${host}:${port}: ${reason}`, false))
    }
    const timer = setTimeout(() => fail('no connection in time'), CONNECT_MS)
    socket.once('error', (error) => {
      clearTimeout(timer)
      fail(error.message)
    })
    socket.once('connect', () => {
      clearTimeout(timer)
      socket.removeAllListeners('error')
      // A connection that breaks before the job is sent shows up in the write.
      socket.on('error', () => undefined)
      resolve(socket)
    })
  })
}

function send(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (reason: string) => reject(new PrinterFailure(reason, true))
    if (socket.destroyed) {
      reject(new PrinterFailure('connection closed before the job', false))
      return
    }
    let isSent = false
    socket.setTimeout(STALLED_MS)
    socket.on('timeout', () =>
      isSent ? resolve() : fail('the printer stopped taking data'),
    )
    socket.on('error', (error) => fail(error.message))
    socket.on('close', () => (isSent ? resolve() : fail('connection closed midway')))
    socket.on('finish', () => {
      isSent = true
      // Some printers never close. Those that do are waited for, so that bytes still in
      // transit are not lost with the connection.
      socket.setTimeout(CLOSE_WAIT_MS)
    })
    // Status bytes must be read, or the end of the printer's stream is never seen.
    socket.resume()
    socket.end(bytes)
  })
}
