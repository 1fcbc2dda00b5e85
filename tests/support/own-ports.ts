import { once } from 'node:events'
import { createServer } from 'node:net'
import { ports as drawn } from '../../infra/local/engines/free-port.ts'
import type { InternalPorts } from '../../infra/local/shop.ts'

/** Below the ports that others draw. */
const slots = { first: drawn.first - 3_000, count: 1_000 }

/**
 * Takes two ports that no other process of tests gets while this one lives: the port below
 * them stays taken as their sign.
 */
export async function takePorts(): Promise<InternalPorts> {
  for (;;) {
    const sign = slots.first + 3 * Math.floor(Math.random() * slots.count)
    if (await take(sign)) return { management: sign + 1, lambda: sign + 2 }
  }
}

/** Takes a port until the process ends. Returns false where another process has it. */
async function take(port: number): Promise<boolean> {
  const server = createServer((socket) => void socket.destroy())
  server.listen(port, '127.0.0.1').unref()
  try {
    await once(server, 'listening')
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE') return false
    throw error
  }
}
