import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports that no system assigns by itself, as it could between the check and the bind. */
export const ports = { first: 23_000, last: 31_999 }

/** Codes of a machine without IPv6. */
const withoutIpv6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Runs `start` with a TCP port that is free on both loopback addresses, and again with
 * another port when it rejects with EADDRINUSE, as two processes may draw the same one.
 */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort())
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || attempt === 5) throw error
    }
  }
}

/** A TCP port on which nothing listens, on either loopback address. */
export async function freePort(): Promise<number> {
  for (;;) {
    const span = ports.last - ports.first + 1
    const port = ports.first + Math.floor(Math.random() * span)
    try {
      await requireFreePort(port, '127.0.0.1')
      await requireFreePort(port, '::1')
      return port
    } catch (error) {
      if (withoutIpv6.has(codeOf(error))) return port
      if (codeOf(error) !== 'EADDRINUSE') throw error
    }
  }
}

/** Rejects with EADDRINUSE when the port is taken on this address. 0 is always free. */
export async function requireFreePort(port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
