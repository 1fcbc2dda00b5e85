import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { once } from 'node:events'
import { mkdir } from 'node:fs/promises'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Worker } from 'node:worker_threads'
import { type FauxqsServer, startFauxqs } from 'fauxqs'
import { refusesForeignHost } from '../local-server.ts'
import type { Engine } from './dynoxide.ts'

/**
 * Starts the emulator of SQS and S3 on disk (in memory it behaves differently), in a thread of
 * its own: it waits for the disk at every message and picture, and tills do not wait with it.
 * The host in the queue URLs that it returns does not resolve: use
 * `<endpoint>/000000000000/<name>`.
 */
export async function startQueues(options: QueueOptions): Promise<Engine> {
  await mkdir(options.dataDir, { recursive: true })
  const thread = new Worker(new URL('./queues-thread.ts', import.meta.url), {
    workerData: options,
  })
  const [port] = await once(thread, 'message')
  return {
    endpoint: `http://127.0.0.1:${port}`,
    close: async () => {
      const exited = once(thread, 'exit')
      thread.postMessage('stop')
      await exited
    },
  }
}

export type QueueOptions = { readonly port?: number; readonly dataDir: string }

/** The diagnostics channel on which Fastify, inside fauxqs, publishes each new server. */
const newServers = 'fastify.initialization'

/**
 * Starts the emulator for this machine alone. By default it listens on every interface,
 * where anyone on the network can read and write every message and picture.
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

type Fastify = {
  listen: (options: { port: number; host: string }) => Promise<string>
  readonly addHook: (
    name: 'onRequest',
    hook: (
      request: { readonly raw: IncomingMessage },
      reply: { readonly raw: ServerResponse; readonly hijack: () => void },
      done: () => void,
    ) => void,
  ) => void
}

function keepOnLoopback(message: unknown): void {
  const { fastify } = message as { fastify: Fastify }
  const listen = fastify.listen.bind(fastify)
  fastify.listen = (options) => listen({ ...options, host: '127.0.0.1' })
  fastify.addHook('onRequest', (request, reply, done) => {
    if (refusesForeignHost(request.raw, reply.raw)) reply.hijack()
    else done()
  })
}
