import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda'

/** What API Gateway tells of a socket; it has headers when the socket is opened. */
export type SocketEvent = APIGatewayProxyWebsocketEventV2 & {
  readonly headers?: Readonly<Record<string, string | undefined>>
}

/** What a socket's function answers; on $connect another status than 200 refuses it. */
export type SocketResult = { readonly statusCode: number; readonly body?: string }

/** A header of the upgrade request; WebSocket events keep the case the client chose. */
export const headerOf = ({ headers = {} }: SocketEvent, name: string) =>
  Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1]

/** Refuses a socket as the API refuses a request without a valid token. */
export const unauthorized: SocketResult = {
  statusCode: 401,
  body: JSON.stringify({ message: 'Unauthorized API access' }),
}

export const accepted: SocketResult = { statusCode: 200 }
