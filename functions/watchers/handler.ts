import type { ScheduledEvent } from 'aws-lambda'
import { tellVersion } from '../../shared/events/event-frames/tell-version.ts'
import {
  admitWatcher,
  type Welcome,
  welcome,
} from '../../shared/lightning/payments-feed/connect.ts'
import { connectedFrame, fanOut } from '../../shared/lightning/payments-feed/fan-out.ts'
import { handleClientMessage } from '../../shared/lightning/payments-feed/replay-claims.ts'
import { endWatcher, findWatcher } from '../../shared/lightning/payments-feed/watchers.ts'
import { inInvokersShop } from '../../shared/platform/deployment/invoke-async.ts'
import { inEachShop } from '../../shared/platform/shops/each-shop.ts'
import { serveSocket, shopOfHost } from '../../shared/platform/shops/serve-socket.ts'
import {
  accepted,
  type SocketEvent,
  type SocketResult,
} from '../../shared/platform/sockets/event.ts'

/** Serves the sockets of /ws/payments: their events, first frames and heartbeats. */
export async function handler(
  event: SocketEvent | Welcome | ScheduledEvent,
): Promise<SocketResult> {
  if ('requestContext' in event) return serveSocket(event, shopOfHost, serve)
  if ('welcome' in event) {
    await inInvokersShop(event, (invoked) => welcome(invoked.welcome))
  } else {
    await inEachShop(async () => {
      const nowMs = Date.now()
      await fanOut({ frame: connectedFrame, atMs: nowMs })
      await tellVersion(nowMs)
    })
  }
  return accepted
}

async function serve(event: SocketEvent): Promise<SocketResult> {
  const { connectionId, eventType } = event.requestContext
  switch (eventType) {
    case 'CONNECT':
      return admitWatcher(event)
    case 'DISCONNECT':
      await disconnect(event)
      return accepted
    case 'MESSAGE':
      await handleClientMessage(connectionId, event.body)
      return accepted
  }
}

/** Close codes of clients and servers that end a socket on purpose (RFC 6455). */
const cleanCloseCodes = new Set<unknown>([1000, 1001, 1005])

/** A socket without a record was closed by us. */
async function disconnect({ requestContext }: SocketEvent): Promise<void> {
  const { connectionId, disconnectStatusCode } = requestContext
  const watcher = await findWatcher(connectionId)
  const clean = cleanCloseCodes.has(disconnectStatusCode)
  if (watcher) await endWatcher(watcher, { atMs: Date.now(), clean })
}
