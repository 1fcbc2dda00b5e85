import { mkdir } from 'node:fs/promises'
import { startFauxqs } from 'fauxqs'
import type { Engine } from './engine.ts'

/**
 * Starts the emulator of SQS and S3, in memory unless `dataDir` is given. The host name
 * in the queue URLs it answers does not resolve: clients send to `endpoint` and name
 * queues by `<endpoint>/000000000000/<name>`.
 */
export async function startQueues({
  port = 0,
  dataDir,
}: {
  port?: number
  dataDir?: string
} = {}): Promise<Engine> {
  if (dataDir) await mkdir(dataDir, { recursive: true })
  const server = await startFauxqs({ port, logger: false, ...(dataDir && { dataDir }) })
  return { endpoint: `http://127.0.0.1:${server.port}`, close: () => server.stop() }
}
