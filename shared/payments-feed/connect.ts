import { readCookies } from '../auth/cookies.ts'
import { cameByFrontDoor, frontDoorHeaders } from '../auth/front-door.ts'
import { verifyAccess } from '../auth/tokens.ts'
import { Failure } from '../failure.ts'
import {
  accepted,
  headersOf,
  notFound,
  type SocketEvent,
  type SocketResult,
  unauthorized,
} from '../sockets/event.ts'
import { invokeWelcome } from './invoke-welcome.ts'
import { logLostFrame } from './lost-frames.ts'
import type { AdmittedWatcher } from './watcher.ts'
import { createWatcher } from './watchers.ts'

/**
 * Serves $connect: admits a socket with the accessToken of an open session. A handshake at
 * the WebSocket API's own address is refused where a front door is deployed.
 */
export async function admitWatcher(event: SocketEvent): Promise<SocketResult> {
  const [proof] = headersOf(event, frontDoorHeaders.secret)
  if ((await cameByFrontDoor({ [frontDoorHeaders.secret]: proof })) === false) {
    return notFound
  }
  const cookies = readCookies(headersOf(event, 'cookie'))
  const caller = await verifyAccess(cookies.get('accessToken'))
  if (!caller) return unauthorized
  const { connectionId } = event.requestContext
  const connectedAtMs = Date.now()
  try {
    await createWatcher(connectionId, caller, connectedAtMs)
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthenticated') return unauthorized
    throw error
  }
  const { userId, sessionId } = caller
  const admittedAtMs = Date.now()
  await requestWelcome({ connectionId, userId, sessionId, connectedAtMs, admittedAtMs })
  return accepted
}

/** The welcome is best effort: a socket is admitted even if it cannot be requested. */
async function requestWelcome(socket: AdmittedWatcher): Promise<void> {
  try {
    await invokeWelcome(socket)
  } catch (error) {
    logLostFrame('welcome-not-invoked', error)
  }
}
