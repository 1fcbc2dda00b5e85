import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { ClientBufferFull, type Connection } from './connections.ts'
import { percentDecoded } from './request.ts'

/**
 * API Gateway's limit is 128 KB a message in frames of 32 KB, and a post is one frame: it
 * closes the socket or refuses the post. Here it always refuses.
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
 * Serves the management API, `<prefix>/@connections/<id>`, as its SDK client expects: POST
 * sends a message, GET describes the connection, DELETE closes it. An id that is unknown,
 * closed or not yet connected gets GoneException. Signatures are not checked, because the
 * API listens on this machine only.
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
