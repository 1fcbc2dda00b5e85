import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { limitConcurrency } from '../../../shared/limit-concurrency.ts'
import { type Connection, openConnection } from './connections.ts'
import {
  badHandshake,
  connectResponseOf,
  isAccepted,
  rejectUpgrade,
} from './handshake.ts'
import type { Invoke } from './invocation.ts'
import type { Limits } from './limits.ts'
import {
  connectEvent,
  disconnectEvent,
  messageEvent,
  type Peer,
  peerOf,
} from './socket-event.ts'

export type SocketApi = {
  /** Path of the upgrade request, such as `/ws/payments`. */
  readonly path: string
  readonly stage: string
  readonly functionName: string
  /** Values of a message's `action` that have a route; all others go to `$default`. */
  readonly routes?: readonly string[]
}

// API Gateway takes 32 KB a frame, 128 KB a message. The clients here send single frames.
const messageLimitBytes = 32 * 1024
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
  server.on('wsClientError', (_error, socket) => rejectUpgrade(socket, badHandshake))

  const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy())
    const peer = peerOf(request, newConnectionId(), api.stage)
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
    if (!isAccepted(response)) {
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
    const event = messageEvent(connection.peer, body, api.routes ?? [])
    const { connectionId, requestId } = event.requestContext
    await invoke(api.functionName, event).catch(async (error) => {
      failed('message')(error)
      const answer = { message: 'Internal server error', connectionId, requestId }
      await connection.send(JSON.stringify(answer)).catch(() => {})
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

/** Base64 like API Gateway's ids, so that it must be encoded in a URL. */
const newConnectionId = () => randomBytes(11).toString('base64')
