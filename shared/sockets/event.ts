import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'

/** What API Gateway tells of a socket; it has headers when the socket is opened. */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>>
}

/** What a socket's function answers; on $connect another status than 200 refuses it. */
export type SocketResult = { readonly statusCode: number; readonly body?: string }

/**
 * Every value of a header of the upgrade request, which may have come several times, as
 * HTTP/2 sends cookies. WebSocket events keep the case that the client chose.
 */
export const headersOf = (
  { headers = {}, multiValueHeaders }: SocketEvent,
  name: string,
): string[] =>
  Object.entries<string | readonly string[] | undefined>(multiValueHeaders ?? headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, values = []]) => values)

/** Refuses a socket as the API refuses a request without a valid token. */
export const unauthorized: SocketResult = {
  statusCode: 401,
  body: JSON.stringify({ message: 'Unauthorized API access' }),
}

export const accepted: SocketResult = { statusCode: 200 }
