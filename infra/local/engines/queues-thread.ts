import { parentPort, workerData } from 'node:worker_threads'
import { type QueueOptions, startLoopbackFauxqs } from './queues.ts'

/* The thread of the emulator of SQS and S3: posts its port, and stops when it is told to. */

const { port = 0, dataDir }: QueueOptions = workerData
const server = await startLoopbackFauxqs({ port, logger: false, dataDir })
parentPort?.once('message', () => {
  void server.stop().then(() => process.exit(0))
})
parentPort?.postMessage(server.port)
