import type { ScheduledEvent } from 'aws-lambda'
import {
  accepted,
  type SocketEvent,
  type SocketResult,
} from '../../shared/sockets/event.ts'
import { connected, fanOut } from '../../shared/sockets/fan-out.ts'
import { endWatcher, findWatcher } from '../../shared/table/watchers.ts'
import { connect } from './connect.ts'
import { takeMessage } from './replay.ts'
import { welcome } from './welcome.ts'
import type { Welcome } from './welcome-later.ts'

/** Serves the sockets of /ws/payments, their first frames and keep-alive. */
export async function handler(
  event: SocketEvent | Welcome | ScheduledEvent,
): Promise<SocketResult> {
  if ('requestContext' in event) return serve(event)
  if ('welcome' in event) await welcome(event.welcome)
  else await fanOut({ frame: connected, atMs: Date.now() })
  return accepted
}

async function serve(event: SocketEvent): Promise<SocketResult> {
  const { connectionId, eventType } = event.requestContext
  switch (eventType) {
    case 'CONNECT':
      return connect(event)
    case 'DISCONNECT':
      await disconnect(connectionId)
      return accepted
    case 'MESSAGE':
      await takeMessage(connectionId, event.body)
      return accepted
  }
}

/** One that is off record already was closed by us. */
async function disconnect(connectionId: string): Promise<void> {
  const watcher = await findWatcher(connectionId)
  if (watcher) await endWatcher(watcher, Date.now())
}
