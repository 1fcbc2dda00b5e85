import { mkdir } from 'node:fs/promises'
import type { Engine } from './engine.ts'
import { startLoopbackFauxqs } from './loopback-fauxqs.ts'

/**
 * Starts the emulator of SQS and S3 on the loopback address, with its data in `dataDir`: in
 * memory it behaves differently. The host name in the queue URLs that it returns does not resolve: clients use
 * `endpoint`, and `<endpoint>/000000000000/<name>` as the queue URL.
 */
export async function startQueues({
  port = 0,
  dataDir,
}: {
  port?: number
  dataDir: string
}): Promise<Engine> {
  await mkdir(dataDir, { recursive: true })
  const server = await startLoopbackFauxqs({ port, logger: false, dataDir })
  return { endpoint: `http://127.0.0.1:${server.port}`, close: () => server.stop() }
}
