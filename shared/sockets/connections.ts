import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'

/** Posts of one frame that may be under way at once, on kept-alive connections. */
export const maxConcurrentPosts = 100

/** The connections of one WebSocket API, as API Gateway manages them. */
export type Connections = ReturnType<typeof connectionsAt>

const maxOpeningMs = 10_000

/** Pauses before a connection that seems gone, but may be opening, is asked again. */
export const openingRetryPausesMs = [25, 50, 100, 200, 400] as const

/** Whether a connection that answers 410 may be one that is still being opened. */
export const mayStillBeOpening = (openedAtMs: number, nowMs: number): boolean =>
  openedAtMs > nowMs - maxOpeningMs

/**
 * Manages the connections of the WebSocket API with this management endpoint. Where frames
 * must not come twice (`once`), a connection that is found gone at a second attempt to post
 * is an error: the first one may have arrived.
 */
export function connectionsAt(endpoint: string, { once = false } = {}) {
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
  const post = (
    ConnectionId: string,
    frame: unknown,
    abortSignal?: AbortSignal,
  ): Promise<boolean> =>
    falseIfGone(
      () =>
        client.send(
          new PostToConnectionCommand({ ConnectionId, Data: JSON.stringify(frame) }),
          { ...(abortSignal && { abortSignal }) },
        ),
      once,
    )

  /** Ends a connection; false when it was gone or not yet open. */
  const close = (ConnectionId: string): Promise<boolean> =>
    falseIfGone(() => client.send(new DeleteConnectionCommand({ ConnectionId })))

  return {
    post,
    close,

    /** Posts to a connection that may be new. */
    postOnceOpen: (connectionId: string, frame: unknown): Promise<boolean> =>
      retryWhileOpening(() => post(connectionId, frame)),

    /** Ends a connection that may be new. */
    closeOnceOpen: (connectionId: string): Promise<boolean> =>
      retryWhileOpening(() => close(connectionId)),
  }
}

/** API Gateway answers 410 until $connect has returned, so that is asked again for a while. */
async function retryWhileOpening(act: () => Promise<boolean>): Promise<boolean> {
  for (const pauseMs of openingRetryPausesMs) {
    if (await act()) return true
    await sleep(pauseMs)
  }
  return act()
}

async function falseIfGone(act: () => Promise<unknown>, once = false): Promise<boolean> {
  try {
    await act()
    return true
  } catch (error) {
    if (!(error instanceof GoneException)) throw error
    if (once && error.$metadata.attempts !== 1) throw error
    return false
  }
}
