import { setTimeout as sleep } from 'node:timers/promises'
import {
  ApiGatewayManagementApiClient,
  DeleteConnectionCommand,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi'

/** Concurrent posts of one frame, on kept-alive connections. */
export const maxConcurrentPosts = 100

/** The connections of one WebSocket API, as API Gateway manages them. */
export type Connections = ReturnType<typeof connectionsAt>

const maxOpeningMs = 10_000

/** Pauses between attempts at a connection that seems gone but may still be opening. */
export const openingRetryPausesMs = [25, 50, 100, 200, 400] as const

/** True if a status 410 may mean that the connection is still opening, and not gone. */
export const mayStillBeOpening = (openedAtMs: number, nowMs: number): boolean =>
  openedAtMs > nowMs - maxOpeningMs

/**
 * Manages the connections of the WebSocket API with this management endpoint. With `once`,
 * when no frame may arrive twice, post throws if it is a retry that finds the connection
 * gone: the first attempt may have arrived.
 */
export function connectionsAt(endpoint: string, { once = false } = {}) {
  // Unbounded: a wait for a free socket would count towards the connection timeout
  const sockets = { keepAlive: true, maxSockets: Number.POSITIVE_INFINITY }
  const client = new ApiGatewayManagementApiClient({
    endpoint,
    requestHandler: {
      // A frame is lost when its post times out, so posts get longer than other calls
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

  /** Closes a connection; false when it was gone or not yet open. */
  const close = (ConnectionId: string): Promise<boolean> =>
    falseIfGone(() => client.send(new DeleteConnectionCommand({ ConnectionId })))

  return {
    post,
    close,

    /** Posts to a connection that may still be opening; retries for a while. */
    postOnceOpen: (connectionId: string, frame: unknown): Promise<boolean> =>
      retryWhileOpening(() => post(connectionId, frame)),

    /** Closes a connection that may still be opening; retries for a while. */
    closeOnceOpen: (connectionId: string): Promise<boolean> =>
      retryWhileOpening(() => close(connectionId)),
  }
}

/** API Gateway responds with 410 until $connect has returned. */
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
