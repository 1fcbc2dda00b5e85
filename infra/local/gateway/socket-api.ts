import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import { type WebSocket, WebSocketServer } from 'ws'
import { limitConcurrency } from '../../../shared/limit-concurrency.ts'
import {
  type Connection,
  messageLimitBytes,
  openConnection,
  type Peer,
  peerOf,
} from './connections.ts'
import type { Invoke, Limits } from './invocation.ts'
import { commonLogTime, forwardedHeaders, targetOf } from './request.ts'

export type SocketApi = {
  /** Paths of upgrade requests, such as `/ws/payments`. */
  readonly paths: readonly string[]
  readonly stage: string
  readonly functionName: string
}

const unsupportedData = 1003
const abnormalClosure = 1006
const closeTimeoutMs = 1_000

/** API Gateway spreads a burst of connects over many instances; here they queue. */
const maxConcurrentHandshakes = 16

/** Serves one WebSocket API: one function handles its connects, messages and disconnects. */
export function socketApi(api: SocketApi, invoke: Invoke, limits: Limits) {
  const connections = new Map<string, Connection>()
  const pendingDisconnects = new Set<Promise<unknown>>()
  const handshakes = limitConcurrency(maxConcurrentHandshakes)
  const disconnects = limitConcurrency(maxConcurrentHandshakes)
  const protocols = new WeakMap<IncomingMessage, string>()
  const peers = new WeakMap<IncomingMessage, Peer>()
  const server = new WebSocketServer({
    noServer: true,
    maxPayload: messageLimitBytes,
    // Called after the handshake is validated, so a malformed one never reaches the function.
    verifyClient: ({ req }, accept) => void runConnect(req, () => accept(true)),
    handleProtocols: (_offered, request) => protocols.get(request) ?? false,
  })
  server.on('wsClientError', (_error, socket) =>
    rejectUpgrade(socket, connectResponseOf({ statusCode: 400 })),
  )

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    // Base64 like API Gateway's ids, so that it must be encoded in a URL.
    const peer = peerOf(request, randomBytes(11).toString('base64'), api.stage)
    peers.set(request, peer)
    server.handleUpgrade(request, socket, head, (open) => serve(open, peer))
  }

  /** Invokes `$connect` for an upgrade request, then opens the socket or rejects it. */
  const runConnect = async (request: IncomingMessage, open: () => void) => {
    const peer = peers.get(request) as Peer
    const event = connectEvent(peer, request)
    const response = connectResponseOf(
      await handshakes(() => invoke(api.functionName, event)).catch(failed('$connect')),
    )
    if (response.statusCode < 200 || response.statusCode >= 300) {
      rejectUpgrade(request.socket, response)
      return
    }
    if (response.protocol) protocols.set(request, response.protocol)
    open()
    // The client has closed its connection in the meantime.
    if (!connections.has(peer.connectionId)) sendDisconnect(peer, abnormalClosure, '')
  }

  const serve = (socket: WebSocket, peer: Peer) => {
    const connection = openConnection(socket, peer, limits)
    connections.set(peer.connectionId, connection)
    socket.on('error', () => {})
    socket.on('message', (data: Buffer, isBinary) => {
      connection.recordActivity()
      if (isBinary) socket.close(unsupportedData, 'Binary is not supported')
      else void deliver(connection, data.toString())
    })
    socket.on('close', (code, reason) => {
      connections.delete(peer.connectionId)
      sendDisconnect(peer, code, String(reason))
    })
  }

  const deliver = async (connection: Connection, body: string) => {
    const event = messageEvent(connection.peer, body)
    const { connectionId, requestId } = event.requestContext
    await invoke(api.functionName, event).catch((error) => {
      failed('message')(error)
      const answer = { message: 'Internal server error', connectionId, requestId }
      connection.send(JSON.stringify(answer))
    })
  }

  const sendDisconnect = (peer: Peer, code: number, reason: string) => {
    const event = disconnectEvent(peer, code, reason)
    const delivered = disconnects(() => invoke(api.functionName, event)).catch(
      failed('$disconnect'),
    )
    pendingDisconnects.add(delivered)
    void delivered.finally(() => pendingDisconnects.delete(delivered))
  }

  const failed = (route: string) => (error: unknown) => {
    console.error(`${api.functionName} ${route}:`, error)
    return undefined
  }

  /** Closes all sockets and waits until every `$disconnect` has been delivered. */
  const close = async () => {
    const sockets = [...server.clients]
    const closed = sockets.map((socket) => once(socket, 'close'))
    for (const socket of sockets) socket.close(1001, 'Going away')
    const forceClose = setTimeout(() => {
      for (const socket of sockets) socket.terminate()
    }, closeTimeoutMs)
    await Promise.all(closed)
    clearTimeout(forceClose)
    await Promise.all(pendingDisconnects)
  }

  return { connections, upgrade, close }
}

/**
 * Reads a function's result for `$connect`: a missing status counts as 500, and `protocol`
 * is the subprotocol that it chose from those offered. `undefined` means that it threw.
 */
function connectResponseOf(result: unknown) {
  const response = typeof result === 'object' && result !== null ? result : {}
  const {
    statusCode = 500,
    body,
    headers = {},
  } = response as APIGatewayProxyStructuredResultV2
  const chosen = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === 'sec-websocket-protocol',
  )
  return { statusCode, body, protocol: chosen && String(chosen[1]) }
}

/** Rejects an upgrade request with an HTTP response and closes the connection. */
function rejectUpgrade(
  socket: Duplex,
  { statusCode, body }: ReturnType<typeof connectResponseOf>,
): void {
  const text = body ?? JSON.stringify({ message: STATUS_CODES[statusCode] })
  socket.end(
    [
      `HTTP/1.1 ${statusCode} ${STATUS_CODES[statusCode] ?? ''}`,
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  )
}

/** The `$connect` event: the upgrade request, with header names as the client sent them. */
function connectEvent(peer: Peer, request: IncomingMessage) {
  const query = new URLSearchParams(targetOf(request).rawQueryString)
  const headers = new Map<string, string[]>()
  const add = (name: string, value: string) =>
    headers.set(name, [...(headers.get(name) ?? []), value])
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(i, i + 2)
    if (!/^x-(forwarded-(for|port|proto)|viewer-path)$/i.test(name)) add(name, value)
  }
  // In the cloud the front door adds it
  add('X-Viewer-Path', targetOf(request).rawPath)
  const forwarded = forwardedHeaders(request)
  add('X-Forwarded-For', forwarded['x-forwarded-for'])
  add('X-Forwarded-Port', forwarded['x-forwarded-port'])
  add('X-Forwarded-Proto', forwarded['x-forwarded-proto'])
  return {
    headers: Object.fromEntries([...headers].map(([name, all]) => [name, all.at(-1)])),
    multiValueHeaders: Object.fromEntries(headers),
    ...(query.size > 0 && {
      queryStringParameters: Object.fromEntries(query),
      multiValueQueryStringParameters: Object.fromEntries(
        [...query.keys()].map((name) => [name, query.getAll(name)]),
      ),
    }),
    requestContext: requestContext(peer, '$connect', 'CONNECT'),
    isBase64Encoded: false,
  }
}

const messageEvent = (peer: Peer, body: string) => ({
  requestContext: {
    ...requestContext(peer, '$default', 'MESSAGE'),
    messageId: randomUUID(),
  },
  body,
  isBase64Encoded: false,
})

/** The `$disconnect` event. The cloud delivers it at best effort: do not depend on it. */
const disconnectEvent = (peer: Peer, code: number, reason: string) => ({
  headers: { Host: peer.domainName },
  multiValueHeaders: { Host: [peer.domainName] },
  requestContext: {
    ...requestContext(peer, '$disconnect', 'DISCONNECT'),
    disconnectStatusCode: code,
    disconnectReason: reason,
  },
  isBase64Encoded: false,
})

function requestContext(peer: Peer, routeKey: string, eventType: string) {
  const requestTimeEpoch = Date.now()
  const requestId = randomUUID()
  return {
    routeKey,
    eventType,
    messageDirection: 'IN',
    extendedRequestId: requestId,
    requestId,
    requestTime: commonLogTime(requestTimeEpoch),
    requestTimeEpoch,
    connectedAt: peer.connectedAtMs,
    connectionId: peer.connectionId,
    domainName: peer.domainName,
    stage: peer.stage,
    apiId: 'local',
    identity: { sourceIp: peer.sourceIp, userAgent: peer.userAgent },
  }
}
