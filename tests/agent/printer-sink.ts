import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'

export type PrinterSink = Awaited<ReturnType<typeof startPrinter>>

/** A raw TCP printer that keeps each receipt it was sent. */
export async function startPrinter(port = 0) {
  const receipts: Buffer[] = []
  const open = new Set<Socket>()
  const behaviour = {
    /** Takes the data and then never closes, like a printer that hangs. */
    hangs: false,
    /** Breaks the connection as soon as data arrives. */
    breaks: false,
  }
  let begun = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const chunks: Buffer[] = []
    open.add(socket)
    socket.on('close', () => open.delete(socket))
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      if (chunks.length === 0) begun++
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
    begun: () => begun,
    stop: async () => {
      for (const socket of open) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
