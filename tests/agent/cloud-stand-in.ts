import { mkdtemp } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import {
  ChangeMessageVisibilityCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs'
import { type WebSocket, WebSocketServer } from 'ws'
import { startLoopbackFauxqs } from '../../infra/local/engines/queues.ts'
import type { ReportResponse } from '../../shared/agents/protocol/report.ts'
import {
  messageOf,
  type PrintJob,
  type QueueCredentials,
} from '../../shared/paper/queue/print-job.ts'
import { removeFolder } from '../support/remove-folder.ts'

export const queueName = 'agent-a1.fifo'
export const deadLetterQueue = 'agent-dead-letters.fifo'

export const enrolmentToken = 'a1.once-only'

const unauthorized = { status: 401, body: { message: 'Unauthorized API access' } }

export type CloudStandIn = Awaited<ReturnType<typeof startCloud>>

/** Starts the cloud's side of the agent protocol over real HTTP, WebSocket and SQS. */
export async function startCloud({ longPollSeconds = 1, maxReceives = 1_000 } = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pos-queues-'))
  const emulator = await startLoopbackFauxqs({ port: 0, logger: false, dataDir })
  const deadLetters = emulator.createQueue(deadLetterQueue, {
    attributes: { FifoQueue: 'true' },
  })
  emulator.createQueue(queueName, {
    attributes: {
      FifoQueue: 'true',
      RedrivePolicy: JSON.stringify({
        deadLetterTargetArn: deadLetters.queueArn,
        maxReceiveCount: maxReceives,
      }),
    },
  })
  const server = createServer()
  const sockets = new WebSocketServer({ noServer: true })
  const state = {
    secret: undefined as string | undefined,
    isRevoked: false,
    /** Paths, and how many more times each returns 503. */
    outages: new Map<string, number>(),
    /** SQS operations that get no response while they are in here. */
    heldOperations: new Set<string>(),
    /** Jobs that were cancelled before they began. */
    cancelled: new Set<string>(),
    /** Answer of something else in the cloud's place. */
    foreign: undefined as { status: number; body: string } | undefined,
    /** The address that agents are given, where it is not the cloud's own. */
    publicUrl: undefined as string | undefined,
    calls: [] as { path: string; bearer: string; body: unknown }[],
    queueCalls: [] as { operation: string; body: Record<string, unknown> }[],
    answers: new Map<string, unknown>(),
    connections: [] as WebSocket[],
  }

  server.on('request', (request, response) => {
    if (request.headers['x-amz-target'])
      relayToQueue(request, response).catch(() => response.destroy())
    else void answer(request, response)
  })

  async function answer(request: IncomingMessage, response: ServerResponse) {
    const path = request.url ?? ''
    const raw = await buffer(request)
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (state.foreign) {
      response.writeHead(state.foreign.status).end(state.foreign.body)
      return
    }
    const outage = state.outages.get(path) ?? 0
    if (outage > 0) {
      state.outages.set(path, outage - 1)
      response.writeHead(503).end()
      return
    }
    const isTunnel = path.startsWith('/agents/tunnel/')
    const body = JSON.parse(String(isTunnel ? gunzipSync(raw) : raw))
    state.calls.push({ path, bearer, body })
    const reply = replyTo(path, bearer, body)
    if (isTunnel) state.answers.set(path.slice('/agents/tunnel/'.length), body)
    response.writeHead(reply.status, { 'content-type': 'application/json' })
    response.end(reply.body === undefined ? undefined : JSON.stringify(reply.body))
  }

  function replyTo(path: string, bearer: string, body: { secret?: string }) {
    if (path === '/agents/exchange') {
      state.secret ??= body.secret
      const isKnown = bearer === enrolmentToken && body.secret === state.secret
      return isKnown ? { status: 200, body: { agentId: 'a1' } } : unauthorized
    }
    if (!isAuthentic(bearer)) return unauthorized
    if (path === '/agents/credentials') return { status: 200, body: credentials() }
    if (path === '/agents/report') {
      const tunnelUrl = `${(state.publicUrl ?? url).replace('http', 'ws')}/ws/tunnel`
      const body: ReportResponse = { tunnelUrl, nextReportSeconds: 60 }
      return { status: 200, body }
    }
    const [, begun = ''] = /^\/agents\/jobs\/(.+)\/begin$/.exec(path) ?? []
    if (state.cancelled.has(begun)) {
      return { status: 409, body: { message: `Print job ${begun} is over` } }
    }
    return { status: 204 }
  }

  const isAuthentic = (bearer: string) =>
    !state.isRevoked && bearer === `a1.${state.secret}`

  const credentials = (): QueueCredentials => ({
    queueUrl: `${state.publicUrl ?? url}/000000000000/${queueName}`,
    region: 'us-east-1',
    endpoint: state.publicUrl ?? url,
    accessKeyId: 'local',
    secretAccessKey: 'local',
    sessionToken: null,
    expiresAtMs: Date.now() + 3_600_000,
  })

  async function relayToQueue(request: IncomingMessage, response: ServerResponse) {
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? ''
    const body = JSON.parse(String(await buffer(request)))
    state.queueCalls.push({ operation, body })
    // The emulator continues the long poll of a client that has disconnected.
    if ('WaitTimeSeconds' in body) body.WaitTimeSeconds = longPollSeconds
    if (state.heldOperations.has(operation)) return
    const gone = new AbortController()
    response.on('close', () => gone.abort())
    const reply = await fetch(`http://127.0.0.1:${emulator.port}/`, {
      method: 'POST',
      signal: gone.signal,
      headers: {
        'content-type': String(request.headers['content-type']),
        'x-amz-target': String(request.headers['x-amz-target']),
        authorization: String(request.headers.authorization),
      },
      body: JSON.stringify(body),
    })
    response.writeHead(reply.status, { 'content-type': 'application/x-amz-json-1.0' })
    response.end(Buffer.from(await reply.arrayBuffer()))
  }

  server.on('upgrade', (request, socket, head) => {
    const bearer = (request.headers.authorization ?? '').replace('Bearer ', '')
    if (!isAuthentic(bearer)) {
      socket.end('HTTP/1.1 401 Unauthorized\r\nContent-Length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (connection) => {
      state.connections.push(connection)
    })
  })

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const sqs = new SQSClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${emulator.port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  })
  const queueUrl = `http://127.0.0.1:${emulator.port}/000000000000/${queueName}`

  return {
    url,
    state,
    /** The outcomes that the agent has reported for a job, in order. */
    statesOf: (jobId: string) =>
      state.calls
        .filter((call) => call.path === `/agents/jobs/${jobId}`)
        .map((call) => (call.body as { state: string }).state),
    /** The last outcome that the agent has reported for a job. */
    outcomeOf: (jobId: string) =>
      state.calls.findLast((call) => call.path === `/agents/jobs/${jobId}`)?.body,
    queued: () => messagesIn(queueName),
    deadLetters: () => messagesIn(deadLetterQueue),
    enqueue: (job: PrintJob) => send(messageOf(job), job.printerName, job.id),
    send,
    /** Makes the messages that a killed agent had received visible again in a second. */
    redeliver: async () => {
      await setTimeout(longPollSeconds * 1000 + 100)
      for (const { receiptHandle } of emulator.inspectQueue(queueName)?.messages
        .inflight ?? []) {
        await sqs.send(
          new ChangeMessageVisibilityCommand({
            QueueUrl: queueUrl,
            ReceiptHandle: receiptHandle,
            VisibilityTimeout: 1,
          }),
        )
      }
    },
    push: (frame: unknown) => state.connections.at(-1)?.send(JSON.stringify(frame)),
    stop: async () => {
      for (const connection of state.connections) connection.terminate()
      server.closeAllConnections()
      server.close()
      sqs.destroy()
      await emulator.stop()
      await removeFolder(dataDir)
    },
  }

  function messagesIn(name: string) {
    const messages = emulator.inspectQueue(name)?.messages
    return (messages?.ready.length ?? 0) + (messages?.inflight.length ?? 0)
  }

  async function send(body: string, group: string, id: string) {
    await sqs.send(
      new SendMessageCommand({
        QueueUrl: queueUrl,
        MessageBody: body,
        MessageGroupId: group,
        MessageDeduplicationId: id,
      }),
    )
  }
}
