import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, isIP } from 'node:net'

/**
 * Node closes an idle connection after 5 s by default, and resets a request sent just
 * then.
 */
export const keptAlive = { keepAliveTimeout: 75_000 }

/** Starts a server on a port, 0 for a free one. Rejects with EADDRINUSE when it is taken. */
export async function listen(server: Server, port = 0, host = '127.0.0.1') {
  server.listen(port, host)
  await once(server, 'listening')
  const { address, port: chosen } = server.address() as AddressInfo
  return {
    url: serverUrl(address, chosen),
    close: async (): Promise<void> => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The loopback address for a server that listens on every address. */
const loopbackOf: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '::1',
}

/** The URL of a server that listens on an address, as this machine reaches it. */
export function serverUrl(address: string, port: number): string {
  const host = loopbackOf[address] ?? address
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}

/**
 * True if a Host header names this machine. A page whose name resolves to 127.0.0.1 (DNS
 * rebinding) reaches ports on loopback, but sends its own name.
 */
export function isLocalHost(host: string | undefined): boolean {
  const name = URL.parse(`http://${host ?? ''}`)?.hostname ?? ''
  const isLoopback = isIP(name) === 4 && name.startsWith('127.')
  return /^(.+\.)?localhost$/.test(name) || name === '[::1]' || isLoopback
}

/** Responds with 403 to a request for another host than this machine; whether it did. */
export function refusesForeignHost(
  { headers }: IncomingMessage,
  response: ServerResponse,
): boolean {
  if (isLocalHost(headers.host)) return false
  response.writeHead(403, { 'content-type': 'application/json', connection: 'close' })
  response.end(JSON.stringify({ message: 'This port serves this machine only' }))
  return true
}
