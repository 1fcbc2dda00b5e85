import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { createServer, type Socket } from 'node:net'
import { onFreePort } from '../../infra/local/engines/free-port.ts'

/** `DLE EOT 1` and `DLE EOT 2`, which a printer answers and never prints. */
const dleEot = '\x10\x04'
const statusRequest = new RegExp(`${dleEot}([\x01\x02])`, 'g')

export type PrinterSink = Awaited<ReturnType<typeof startPrinter>>

/**
 * Starts a raw TCP printer that records the receipts it gets. Without a port it takes one that
 * no connection gets from the system, so that it is still free when the printer is on again.
 */
export const startPrinter = (port?: number) =>
  port === undefined ? onFreePort(listenOn) : listenOn(port)

async function listenOn(port: number) {
  const receipts: Buffer[] = []
  const parts: Buffer[] = []
  const open = new Set<Socket>()
  const behaviour = {
    /** Reads the data and never closes the connection, like a printer that hangs. */
    hangs: false,
    /** Breaks the connection as soon as a receipt begins. */
    breaks: false,
    /** Reads all of a receipt and then resets the connection instead of closing it. */
    resets: false,
    /** Closes the connection when it has read this many bytes of a receipt. */
    readsBytes: Number.POSITIVE_INFINITY,
    /** Takes connections and reads nothing. */
    deaf: false,
    /** Its answers to `DLE EOT 1` and `DLE EOT 2`; none without. */
    status: undefined as { status: number; cause: number } | undefined,
  }
  let started = 0
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let received = ''
    let answered = 0
    const finish = () => {
      const printed = received.replace(statusRequest, '')
      if (printed !== '') receipts.push(Buffer.from(printed, 'latin1'))
      received = ''
    }
    open.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open.delete(socket)
      // A printer that answers is not told the end of a receipt otherwise.
      if (behaviour.status) finish()
    })
    socket.on('end', () => {
      finish()
      if (behaviour.resets) socket.resetAndDestroy()
      else if (!behaviour.hangs) socket.end()
    })
    if (behaviour.deaf) socket.pause()
    else socket.on('data', read)

    function read(chunk: Buffer) {
      const wasEmpty = received.replace(statusRequest, '') === ''
      received += chunk.toString('latin1')
      if (wasEmpty && received.replace(statusRequest, '') !== '') started++
      const requests = [...received.matchAll(statusRequest)]
      for (const [, which] of requests.slice(answered)) {
        const { status, cause } = behaviour.status ?? {}
        const answer = which === '\x01' ? status : cause
        if (answer !== undefined) socket.write(Uint8Array.of(answer))
      }
      answered = requests.length
      const hasBegun = received.replace(statusRequest, '') !== ''
      if (behaviour.breaks && hasBegun) socket.resetAndDestroy()
      if (received.length < behaviour.readsBytes || socket.destroyed) return
      parts.push(Buffer.from(received, 'latin1'))
      socket.destroy()
    }
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    receipts,
    /** Parts of receipts that it read before it closed in their middle. */
    parts,
    behaviour,
    /** Counts the receipts whose first bytes arrived. */
    started: () => started,
    stop: async () => {
      for (const socket of open) socket.destroy()
      if (!server.listening) return
      server.close()
      await once(server, 'close')
    },
  }
}
