import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * A TCP port that nobody listens on, for engines that cannot choose one themselves: the
 * given one, or any for 0. It is tried at the address that will be listened on, as a port
 * may be free at one address and taken at another. Rejects with EADDRINUSE when the given
 * one is taken.
 */
export async function freePort(wanted = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(wanted, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
