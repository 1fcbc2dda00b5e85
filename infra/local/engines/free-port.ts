import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/**
 * A TCP port that nobody listens on, for engines that cannot choose one themselves: the
 * given one, or any for 0; on every address unless one is named. Rejects with EADDRINUSE
 * when the given one is taken.
 */
export async function freePort(wanted = 0, host?: string): Promise<number> {
  const server = createServer().listen(wanted, host)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
