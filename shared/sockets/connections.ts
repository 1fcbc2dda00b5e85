import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'

/** Posts of one frame that may be under way at once, on kept-alive connections. */
export const postsAtOnce = 100

/** The connections of one WebSocket API, as API Gateway manages them. */
export type Connections = ReturnType<typeof connectionsAt>

/** Manages the connections of the WebSocket API with this management endpoint. */
export function connectionsAt(endpoint: string) {
  // Unbounded: one that waited for a free socket would count as unable to connect
  const sockets = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  const client = new ApiGatewayManagementApiClient({
    endpoint,
    requestHandler: {
      // A frame that is given up is lost, so posts have longer than other calls
      connectionTimeout: 3_000,
      requestTimeout: 8_000,
      throwOnRequestTimeout: true,
      httpAgent: sockets,
      httpsAgent: sockets,
    },
  })

  /** Sends a JSON text frame; false when the connection is gone or not yet open. */
  const post = (ConnectionId: string, frame: unknown): Promise<boolean> =>
    unlessGone(() =>
      client.send(
        new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(frame) }),
      ),
    )

  return {
    post,

    /** Posts to a new connection: API Gateway answers 410 until $connect has returned. */
    postOnceOpen: async (connectionId: string, frame: unknown): Promise<boolean> => {
      for (let pauseMs = 25; pauseMs <= 400; pauseMs *= 2) {
        if (await post(connectionId, frame)) return true
        await sleep(pauseMs)
      }
      return post(connectionId, frame)
    },

    /** Ends a connection; false when it was gone or not yet open. */
    close: (ConnectionId: string): Promise<boolean> =>
      unlessGone(() => client.send(new DeleteConnectionCommand({ ConnectionId }))),
  }
}

async function unlessGone(act: () => Promise<unknown>): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (error instanceof GoneException) return false
    throw error
  }
}
