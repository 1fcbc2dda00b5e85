import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { type FauxqsServer, startFauxqs } from 'fauxqs'

/** The diagnostics channel on which Fastify, inside fauxqs, publishes each new server. */
const newServers = 'fastify.initialization'

/**
 * Starts the emulator of SQS and S3 on the loopback address. The emulator has no option
 * for its address and listens on every interface, where anyone on the network can read
 * and write every message and picture.
 */
export async function startLoopbackFauxqs(
  options: Parameters<typeof startFauxqs>[0],
): Promise<FauxqsServer> {
  subscribe(newServers, keepOnLoopback)
  try {
    return await startFauxqs(options)
  } finally {
    unsubscribe(newServers, keepOnLoopback)
  }
}

type Listen = (options: { port: number; host: string }) => Promise<string>

function keepOnLoopback(message: unknown): void {
  const { fastify } = message as { fastify: { listen: Listen } }
  const listen = fastify.listen.bind(fastify)
  fastify.listen = (options) => listen({ ...options, host: '127.0.0.1' })
}
