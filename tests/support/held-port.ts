import { once } from 'node:events'
import { createServer } from 'node:net'

/** Keeps a port of this process from others. Returns a function that lets it go. */
export async function holdPort(port: number): Promise<() => Promise<void>> {
  const server = createServer((socket) => void socket.destroy())
  server.listen(port, '127.0.0.1').unref()
  await once(server, 'listening')
  return async () => {
    server.close()
    await once(server, 'close')
  }
}
