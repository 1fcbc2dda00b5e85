import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export type PrinterSink = Awaited<ReturnType<typeof startPrinter>>

/** Starts a raw TCP printer that records the receipts it gets. */
export async function startPrinter(port = 0) {
  const receipts: Buffer[] = []
  const open = new Set<Socket>()
  const behaviour = {
    /** Reads the data and never closes the connection, like a printer that hangs. */
    hangs: false,
    /** Breaks the connection as soon as data arrives. */
    breaks: false,
  }
  let started = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const chunks: Buffer[] = []
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      if (chunks.length === 0) started++
      chunks.push(chunk)
      if (behaviour.breaks) socket.resetAndDestroy()
    })
    socket.on('end', () => {
      receipts.push(Buffer.concat(chunks))
      if (!behaviour.hangs) socket.end()
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    receipts,
    behaviour,
    /** How many receipts it got the first bytes of. */
    started: () => started,
    stop: async () => {
      for (const socket of open) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
