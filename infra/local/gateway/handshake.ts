import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda'

/** What a function returned for `$connect`; no status at all counts as a failure. */
export type ConnectResponse = {
  readonly statusCode: number
  readonly body: string | undefined
  /** The subprotocol that the function chose of those offered. */
  readonly protocol: string | undefined
}

/** Reads the decision of a function; `undefined` stands for one that threw. */
export function connectResponseOf(result: unknown): ConnectResponse {
  const given = typeof result === 'object' && result !== null ? result : {}
  const {
    statusCode = 500,
    body,
    headers = {},
  } = given as APIGatewayProxyStructuredResultV2
  const chosen = Object.entries(headers).find(
    ([name]) => name.toLowerCase() === 'sec-websocket-protocol',
  )
  return { statusCode, body, protocol: chosen && String(chosen[1]) }
}

export const isAccepted = ({ statusCode }: ConnectResponse) =>
  statusCode >= 200 && statusCode < 300

/** The refusal of a request that opens no WebSocket, whoever sends it. */
export const badHandshake: ConnectResponse = {
  statusCode: 400,
  body: undefined,
  protocol: undefined,
}

/** Answers a refused upgrade over HTTP and hangs up. */
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
