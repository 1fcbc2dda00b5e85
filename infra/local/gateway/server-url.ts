import { isIP } from 'node:net'

/** Where a server that listens on every address is reached on its own machine. */
const loopbackOf: Readonly<Record<string, string>> = {
  '0.0.0.0': '127.0.0.1',
  '::': '::1',
}

/** The URL at which this machine reaches a server that listens on an address. */
export function serverUrl(address: string, port: number): string {
  const host = loopbackOf[address] ?? address
  return `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}`
}
