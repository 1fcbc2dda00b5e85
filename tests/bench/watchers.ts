import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { DynamoDBClient } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb'
import { sign } from '../../shared/lightning/node/phoenixd/signature.ts'
import {
  type Watcher,
  watcherKey,
} from '../../shared/lightning/payments-feed/watchers.ts'
import { type BenchShop, benchWebhookSecret } from './bench-shop.ts'

/** Time until one payment is posted to this many connections, in ms. */
export type SimulatedFanOut = {
  readonly watchers: number
  readonly posts: number
  readonly webhookMs: number
  readonly lastPostMs: number
  /** Of functions, gateway and the stub together. */
  readonly ownCpuMs: number
}

/** DynamoDB's limit for a batch. */
const recordsPerWrite = 25

/**
 * Measures payments to simulated connections: their records are real, and the management API
 * is a stub that answers every post at once.
 */
export async function measureSimulatedFanOut(
  { till, userId }: BenchShop,
  dynamoDbEndpoint: string,
  counts: readonly number[],
): Promise<SimulatedFanOut[]> {
  const management = await startManagementStub()
  // Read when the first frame is posted, once a process.
  process.env.WATCHERS_ENDPOINT = management.endpoint
  const pay = async () => {
    const paymentHash = randomBytes(32).toString('hex')
    const body = JSON.stringify({ type: 'payment_received', amountSat: 1, paymentHash })
    const headers = { 'x-node-signature': sign(benchWebhookSecret, body) }
    const { status } = await till.post('/webhook/node', body, headers)
    if (status >= 400) throw new Error(`webhook: ${status}`)
  }
  try {
    await pay()
    const figures: SimulatedFanOut[] = []
    let recorded = 0
    for (const watchers of counts) {
      await writeWatchers(dynamoDbEndpoint, userId, watchers - recorded)
      recorded = watchers
      management.reset()
      const startMs = performance.now()
      const cpuBefore = process.cpuUsage()
      await pay()
      const webhookMs = performance.now() - startMs
      while (management.posts() < watchers) await sleep(5)
      const { user, system } = process.cpuUsage(cpuBefore)
      figures.push({
        watchers,
        posts: management.posts(),
        webhookMs,
        lastPostMs: management.lastPostMs() - startMs,
        ownCpuMs: (user + system) / 1_000,
      })
    }
    return figures
  } finally {
    management.close()
  }
}

async function startManagementStub() {
  let posts = 0
  let lastPostMs = 0
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      posts += 1
      lastPostMs = performance.now()
      response.end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    endpoint: `http://127.0.0.1:${port}`,
    posts: () => posts,
    /** By performance.now(). */
    lastPostMs: () => lastPostMs,
    reset: () => {
      posts = 0
    },
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Writes records of sockets that have been open for a minute, each of its own session. */
async function writeWatchers(
  endpoint: string,
  userId: string,
  count: number,
): Promise<void> {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ endpoint }))
  const table = process.env.TABLE_NAME ?? ''
  const connectedAtMs = Date.now() - 60_000
  for (let written = 0; written < count; written += recordsPerWrite) {
    const size = Math.min(recordsPerWrite, count - written)
    const puts = Array.from({ length: size }, () => {
      const connectionId = randomBytes(9).toString('base64url')
      const Item: Watcher = {
        ...watcherKey(connectionId),
        connectionId,
        userId,
        sessionId: randomUUID(),
        connectedAtMs,
        expiresAt: Math.ceil(connectedAtMs / 1_000) + 7_800,
      }
      return { PutRequest: { Item } }
    })
    await client.send(new BatchWriteCommand({ RequestItems: { [table]: puts } }))
  }
  client.destroy()
}
