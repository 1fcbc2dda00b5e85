import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WebSocket } from 'ws'
import type { Limits } from './invocation.ts'
import { peerAddress, percentDecoded } from './request.ts'

/** The fields that all events of one connection share. */
export type Peer = {
  readonly connectionId: string
  readonly connectedAtMs: number
  readonly stage: string
  readonly domainName: string
  readonly sourceIp: string
  readonly userAgent: string
}

export const peerOf = (
  request: IncomingMessage,
  connectionId: string,
  stage: string,
): Peer => ({
  connectionId,
  connectedAtMs: Date.now(),
  stage,
  domainName: (request.headers.host ?? 'localhost').replace(/:\d+$/, ''),
  sourceIp: peerAddress(request),
  userAgent: request.headers['user-agent'] ?? '',
})

/** An open socket, as the management API sees it. */
export type Connection = {
  readonly peer: Peer
  readonly lastActiveAtMs: () => number
  /** Sends a text message. Rejects with `ConnectionGone` or `ClientBufferFull`. */
  readonly send: (text: string) => Promise<void>
  readonly close: () => void
  /**
   * Loses the network, as a Wi-Fi does: messages to the client are lost, and the end is
   * reported only after the idle timeout.
   */
  readonly loseNetwork: () => void
  /** Restarts the idle timeout, after a message in either direction. */
  readonly recordActivity: () => void
}

/** The connection is closing or closed. */
class ConnectionGone extends Error {
  override name = 'ConnectionGone'
}

/** The client reads too slowly, or not at all. */
class ClientBufferFull extends Error {
  override name = 'ClientBufferFull'
}

/** Send buffer for a client that does not read. API Gateway does not document its size. */
const bufferLimitBytes = 256 * 1024

const normalClosure = 1000
const goingAway = 1001

/** Wraps an open socket; closes it after its idle timeout and at its maximum age. */
export function openConnection(
  socket: WebSocket,
  peer: Peer,
  { socketIdleMs, socketLifeMs }: Limits,
): Connection {
  let lastActiveAtMs = Date.now()
  let networkIsLost = false
  // Without a network there is no closing handshake to wait for.
  const close = (code: number, reason?: string) =>
    networkIsLost ? socket.terminate() : socket.close(code, reason)
  const closeGoingAway = () => close(goingAway, 'Going away')
  const idle = setTimeout(closeGoingAway, socketIdleMs)
  const life = setTimeout(closeGoingAway, socketLifeMs)
  socket.on('close', () => {
    clearTimeout(idle)
    clearTimeout(life)
  })
  const touch = () => {
    lastActiveAtMs = Date.now()
    idle.refresh()
  }
  return {
    peer,
    recordActivity: touch,
    lastActiveAtMs: () => lastActiveAtMs,
    close: () => close(normalClosure),
    loseNetwork: () => {
      networkIsLost = true
      socket.pause()
    },
    send: async (text) => {
      if (socket.readyState !== socket.OPEN) throw new ConnectionGone()
      if (socket.bufferedAmount > bufferLimitBytes) throw new ClientBufferFull()
      touch()
      if (networkIsLost) return
      // A later failure closes the connection, and the close event reports that.
      socket.send(text, () => {})
    },
  }
}

/**
 * API Gateway takes frames of 32 KB, and a post is one frame; it closes the socket or
 * refuses it.
 */
const messageLimitBytes = 32 * 1024

/** Statuses of the management API's errors, by the names that its SDK client knows. */
const errorStatuses = {
  ForbiddenException: 403,
  GoneException: 410,
  PayloadTooLargeException: 413,
  LimitExceededException: 429,
} as const

/**
 * Serves the management API, `<prefix>/@connections/<id>`, as its SDK client expects. An
 * id that is unknown, closed or not yet connected gets GoneException. Signatures are not
 * checked.
 */
export function connectionsApi(
  find: (prefix: string) => ReadonlyMap<string, Connection> | undefined,
) {
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [prefix = '', id = ''] = (request.url ?? '').split('/@connections/')
    const connection = find(prefix)?.get(percentDecoded(id))
    if (!connection) sendError(response, 'GoneException')
    else if (request.method === 'POST') await post(connection, request, response)
    else if (request.method === 'GET') describe(connection, response)
    else if (request.method === 'DELETE') disconnect(connection, response)
    else sendError(response, 'ForbiddenException')
  }
}

async function post(
  connection: Connection,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  try {
    const message = await buffer(request)
    if (message.length > messageLimitBytes) {
      sendError(response, 'PayloadTooLargeException')
      return
    }
    await connection.send(message.toString('utf8'))
    response.end()
  } catch (error) {
    const isFull = error instanceof ClientBufferFull
    sendError(response, isFull ? 'LimitExceededException' : 'GoneException')
  }
}

function describe({ peer, lastActiveAtMs }: Connection, response: ServerResponse): void {
  response.setHeader('content-type', 'application/json')
  response.end(
    JSON.stringify({
      connectedAt: new Date(peer.connectedAtMs).toISOString(),
      identity: { sourceIp: peer.sourceIp, userAgent: peer.userAgent },
      lastActiveAt: new Date(lastActiveAtMs()).toISOString(),
    }),
  )
}

function disconnect(connection: Connection, response: ServerResponse): void {
  connection.close()
  response.writeHead(204).end()
}

function sendError(response: ServerResponse, name: keyof typeof errorStatuses): void {
  response.writeHead(errorStatuses[name], {
    'content-type': 'application/json',
    'x-amzn-errortype': name,
  })
  response.end(JSON.stringify({ message: name }))
}
