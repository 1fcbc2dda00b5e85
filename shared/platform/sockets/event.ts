import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'

/**
 * API Gateway's event about a socket. Headers come only with $connect, a close code only
 * with $disconnect.
 */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly requestContext: { readonly disconnectStatusCode?: number }
  readonly queryStringParameters?: Readonly<Record<string, string | undefined>>
  readonly headers?: Readonly<Record<string, string | undefined>>
  readonly multiValueHeaders?: Readonly<Record<string, readonly string[] | undefined>>
}

/** API Gateway ends a socket after two hours; records of it outlive it by ten minutes. */
export const socketRecordSeconds = (2 * 60 + 10) * 60

/** The result of a socket's function; on $connect, a status other than 200 refuses it. */
export type SocketResult = { readonly statusCode: number; readonly body?: string }

/**
 * Every value of a header of the upgrade request; HTTP/2 may send several Cookie headers.
 * WebSocket events keep the client's case of header names.
 */
export const headersOf = (
  { headers = {}, multiValueHeaders }: SocketEvent,
  name: string,
): string[] =>
  Object.entries<string | readonly string[] | undefined>(multiValueHeaders ?? headers)
    .filter(([key]) => key.toLowerCase() === name)
    .flatMap(([, values = []]) => values)

/** Refuses a socket with the API's response to a request without a valid token. */
export const unauthorized: SocketResult = {
  statusCode: 401,
  body: JSON.stringify({ message: 'Unauthorized API access' }),
}

/** Refuses a socket with the API's response to a page of another site. */
export const foreignPage: SocketResult = {
  statusCode: 403,
  body: JSON.stringify({ message: 'Requests from pages of this origin are not allowed' }),
}

/** Refuses a socket that asks for a topic that there is not. */
export const unknownTopic: SocketResult = {
  statusCode: 400,
  body: JSON.stringify({ message: 'Unknown topic' }),
}

/** Refuses the tunnel to an agent that does not serve the node. */
export const agentWithoutNode: SocketResult = {
  statusCode: 403,
  body: JSON.stringify({ message: 'This agent was enrolled without a node' }),
}

/** Refuses a socket with the API's response to an unknown path. */
export const notFound: SocketResult = {
  statusCode: 404,
  body: JSON.stringify({ message: 'Not found' }),
}

/** Refuses a socket of a shop that is being moved, until it may be opened again. */
export const moving: SocketResult = {
  statusCode: 503,
  body: JSON.stringify({
    message: 'This shop is being moved and takes no changes now, try again later',
  }),
}

/** Refuses a socket of a shop that is suspended. */
export const suspended: SocketResult = {
  statusCode: 403,
  body: JSON.stringify({ message: 'This shop is suspended: ask who hosts it' }),
}

export const accepted: SocketResult = { statusCode: 200 }

/** Parses a client's message as JSON; undefined if it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
