import { isIP } from 'node:net'

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
