import { readCookies } from '../auth/cookies.ts'
import { cameByFrontDoor, frontDoorHeaders } from '../auth/front-door.ts'
import { isForeignPage } from '../auth/page-origin.ts'
import { verifyAccess } from '../auth/tokens.ts'
import { isFailure } from '../failure.ts'
import {
  accepted,
  foreignPage,
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

const handshakeHeaders = [
  frontDoorHeaders.secret,
  frontDoorHeaders.host,
  'host',
  'origin',
  'sec-fetch-site',
  'x-forwarded-host',
]

/**
 * Serves $connect: admits a socket with the accessToken of an open session. A handshake at
 * the WebSocket API's own address is refused where a front door is deployed.
 */
export async function admitWatcher(event: SocketEvent): Promise<SocketResult> {
  const headers = Object.fromEntries(
    handshakeHeaders.map((name) => [name, headersOf(event, name)[0]]),
  )
  if ((await cameByFrontDoor(headers)) === false) return notFound
  if (await isForeignPage(headers)) return foreignPage
  const cookies = readCookies(headersOf(event, 'cookie'))
  const caller = await verifyAccess(cookies.get('accessToken'))
  if (!caller) return unauthorized
  const { connectionId } = event.requestContext
  const connectedAtMs = Date.now()
  try {
    await createWatcher(connectionId, caller, connectedAtMs)
  } catch (error) {
    if (isFailure(error, 'unauthenticated')) return unauthorized
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
