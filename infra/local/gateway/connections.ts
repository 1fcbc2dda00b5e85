import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { WebSocket } from 'ws'
import type { Limits } from './invocation.ts'
import { peerAddress, percentDecoded } from './request.ts'

/** The fields that all events of one connection share. */
export type Peer = ReturnType<typeof peerOf>

export const peerOf = (
  request: IncomingMessage,
  connectionId: string,
  stage: string,
) => ({
  connectionId,
  connectedAtMs: Date.now(),
  stage,
  domainName: (request.headers.host ?? 'localhost').replace(/:\d+$/, ''),
  sourceIp: peerAddress(request),
  userAgent: request.headers['user-agent'] ?? '',
})

/** An open socket, as the management API sees it. */
export type Connection = ReturnType<typeof openConnection>

/** Send buffer for a client that does not read. API Gateway does not document its size. */
const bufferLimitBytes = 256 * 1024

const normalClosure = 1000
const goingAway = 1001

/** Wraps an open socket; closes it after its idle timeout and at its maximum age. */
export function openConnection(
  socket: WebSocket,
  peer: Peer,
  { socketIdleMs, socketLifeMs }: Limits,
) {
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
  /** Restarts the idle timeout, after a message in either direction. */
  const recordActivity = () => {
    lastActiveAtMs = Date.now()
    idle.refresh()
  }
  return {
    peer,
    recordActivity,
    lastActiveAtMs: () => lastActiveAtMs,
    close: () => close(normalClosure),
    /**
     * Loses the network, as a Wi-Fi does: messages to the client are lost, and the end is
     * reported only after the idle timeout.
     */
    loseNetwork: () => {
      networkIsLost = true
      socket.pause()
    },
    /** Sends a text message, or returns the error of the management API. */
    send: (text: string): keyof typeof errorStatuses | undefined => {
      if (socket.readyState !== socket.OPEN) return 'GoneException'
      if (socket.bufferedAmount > bufferLimitBytes) return 'LimitExceededException'
      recordActivity()
      // A later failure closes the connection, and the close event reports that.
      if (!networkIsLost) socket.send(text, () => {})
      return undefined
    },
  }
}

/**
 * API Gateway takes frames of 32 KB, messages of 128 KB; it closes the socket or refuses
 * the post. The clients here send single frames, and a post is one.
 */
export const messageLimitBytes = 32 * 1024

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
    const error = connection
      ? await answer(connection, request, response)
      : ('GoneException' as const)
    if (!error) return
    response.writeHead(errorStatuses[error], {
      'content-type': 'application/json',
      'x-amzn-errortype': error,
    })
    response.end(JSON.stringify({ message: error }))
  }
}

/** Answers a call about a connection, or returns its error. */
async function answer(
  { peer, lastActiveAtMs, send, close }: Connection,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const { method = 'GET' } = request
  switch (method) {
    case 'POST': {
      const message = await buffer(request).catch(() => undefined)
      if (!message) return 'GoneException'
      if (message.length > messageLimitBytes) return 'PayloadTooLargeException'
      const error = send(message.toString('utf8'))
      if (!error) response.end()
      return error
    }
    case 'GET':
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({
          connectedAt: new Date(peer.connectedAtMs).toISOString(),
          identity: { sourceIp: peer.sourceIp, userAgent: peer.userAgent },
          lastActiveAt: new Date(lastActiveAtMs()).toISOString(),
        }),
      )
      return undefined
    case 'DELETE':
      close()
      response.writeHead(204).end()
      return undefined
    default:
      return 'ForbiddenException'
  }
}
