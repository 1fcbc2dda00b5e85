import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * A free TCP port, for engines that cannot choose one themselves: `requestedPort`, or any for 0. It
 * is tried on the address that the engine will listen on, because a port may be free on
 * one address and taken on another. Rejects with EADDRINUSE when it is taken.
 */
export async function freePort(requestedPort = 0, host = '127.0.0.1'): Promise<number> {
  const server = createServer().listen(requestedPort, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
