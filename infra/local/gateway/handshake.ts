import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** What a function returned for `$connect`. A missing status counts as 500. */
export type ConnectResponse = {
  readonly statusCode: number
  readonly body: string | undefined
  /** The subprotocol that the function chose from those offered. */
  readonly protocol: string | undefined
}

/** Reads a function's result for `$connect`; `undefined` means that it threw. */
export function connectResponseOf(result: unknown): ConnectResponse {
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

export const isAccepted = ({ statusCode }: ConnectResponse) =>
  statusCode >= 200 && statusCode < 300

/** The response to a malformed WebSocket handshake. */
export const badHandshake: ConnectResponse = {
  statusCode: 400,
  body: undefined,
  protocol: undefined,
}

/** Rejects an upgrade request with an HTTP response and closes the connection. */
export function rejectUpgrade(
  socket: Duplex,
  { statusCode, body }: ConnectResponse,
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
