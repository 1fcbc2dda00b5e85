import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { commonLogTime, forwardedHeaders, peerAddress, targetOf } from './request.ts'

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

/** The `$connect` event: the upgrade request, with header names as the client sent them. */
export function connectEvent(peer: Peer, request: IncomingMessage) {
  const query = new URLSearchParams(targetOf(request).rawQueryString)
  const headers = new Map<string, string[]>()
  const add = (name: string, value: string) =>
    headers.set(name, [...(headers.get(name) ?? []), value])
  for (let i = 0; i + 1 < request.rawHeaders.length; i += 2) {
    const [name = '', value = ''] = request.rawHeaders.slice(i, i + 2)
    if (!/^x-forwarded-(for|port|proto)$/i.test(name)) add(name, value)
  }
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

/** The event of a text message, routed by the body's `action` if that has a route. */
export function messageEvent(peer: Peer, body: string, routes: readonly string[]) {
  const action = actionOf(body)
  const routeKey = action !== undefined && routes.includes(action) ? action : '$default'
  return {
    requestContext: {
      ...requestContext(peer, routeKey, 'MESSAGE'),
      messageId: randomUUID(),
    },
    body,
    isBase64Encoded: false,
  }
}

/** The `$disconnect` event. The cloud delivers it at best effort: do not depend on it. */
export const disconnectEvent = (peer: Peer, code: number, reason: string) => ({
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

function actionOf(body: string): string | undefined {
  try {
    const { action } = JSON.parse(body) ?? {}
    return typeof action === 'string' ? action : undefined
  } catch {
    return undefined
  }
}
