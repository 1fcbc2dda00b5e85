import { once } from 'node:events'
import { createServer } from 'node:net'

/**
 * Ports that neither Linux, macOS nor Windows gives out itself, so that no connection or
 * listener of port 0 takes one between the check and the bind.
 */
const ports = { first: 20_000, last: 31_999 }

/** Codes of a machine without IPv6. */
const withoutIpv6 = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT'])

/**
 * Runs `start` with a TCP port that is free on both loopback addresses, for programs that
 * cannot choose one themselves. When it rejects with EADDRINUSE, as two may draw the same
 * port, it runs again with another one.
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

/**
 * Rejects with EADDRINUSE when the port is taken on the address. 0 is always free. Another
 * address does not count, because a port may be free on one and taken on another.
 */
export async function requireFreePort(port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer().listen(port, host)
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code ?? ''
