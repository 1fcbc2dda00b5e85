import type { ScheduledEvent } from 'aws-lambda'
import { admitWatcher } from '../../shared/payments-feed/connect.ts'
import { connectedFrame, fanOut } from '../../shared/payments-feed/fan-out.ts'
import type { Welcome } from '../../shared/payments-feed/invoke-welcome.ts'
import { handleClientMessage } from '../../shared/payments-feed/replay-requests.ts'
import { endWatcher, findWatcher } from '../../shared/payments-feed/watchers.ts'
import { welcome } from '../../shared/payments-feed/welcome.ts'
import {
  accepted,
  type SocketEvent,
  type SocketResult,
} from '../../shared/sockets/event.ts'

/** Serves the sockets of /ws/payments: their events, first frames and heartbeats. */
export async function handler(
  event: SocketEvent | Welcome | ScheduledEvent,
): Promise<SocketResult> {
  if ('requestContext' in event) return serve(event)
  if ('welcome' in event) await welcome(event.welcome)
  else await fanOut({ frame: connectedFrame, atMs: Date.now() })
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
