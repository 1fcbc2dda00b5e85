import { setTimeout as sleep } from 'node:timers/promises'
import { isFailure } from '../../failure.ts'
import { readCookies } from '../../people/auth/cookies.ts'
import { cameByFrontDoor, frontDoorHeaders } from '../../people/auth/front-door.ts'
import { isForeignPage } from '../../people/auth/page-origin.ts'
import { verifyAccess } from '../../people/auth/tokens.ts'
import { invokeAsync } from '../../platform/deployment/invoke-async.ts'
import { openingRetryPausesMs } from '../../platform/sockets/connections.ts'
import {
  accepted,
  foreignPage,
  headersOf,
  notFound,
  type SocketEvent,
  type SocketResult,
  unauthorized,
  unknownTopic,
} from '../../platform/sockets/event.ts'
import { closeWatcher, closeWatcherOnceOpen } from './close-watchers.ts'
import { connectedFrame } from './fan-out.ts'
import { logLostFrame } from './lost-frames.ts'
import { invokeReplay } from './replay-claims.ts'
import { topicsIn } from './topics.ts'
import { watcherConnections } from './watcher-connections.ts'
import {
  type AdmittedWatcher,
  createWatcher,
  type Feed,
  findGapStartMs,
  findWatcher,
  type NewWatcher,
  readWatcherState,
} from './watchers.ts'

/** Path of the second feed, beside the payments. */
export const eventsPath = '/ws/events'

const handshakeHeaders = [
  frontDoorHeaders.secret,
  frontDoorHeaders.host,
  frontDoorHeaders.path,
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
  const feed = feedOf(headers[frontDoorHeaders.path], event.queryStringParameters?.topics)
  if (!feed) return unknownTopic
  const { connectionId } = event.requestContext
  try {
    const socket = await createWatcher(connectionId, caller, Date.now(), feed)
    await requestWelcome({ ...socket, admittedAtMs: Date.now() })
    return accepted
  } catch (error) {
    if (isFailure(error, 'unauthenticated')) return unauthorized
    throw error
  }
}

/** Returns the feed of a path and its `?topics=`; undefined for an unknown topic. */
function feedOf(path: string | undefined, asked: string | undefined): Feed | undefined {
  if (path !== eventsPath) return {}
  const topics = topicsIn(asked)
  return topics === null ? undefined : { events: topics ? { topics } : {} }
}

/** The welcome is best effort: a socket is admitted even if it cannot be requested. */
async function requestWelcome(socket: AdmittedWatcher): Promise<void> {
  try {
    await invokeWelcome(socket)
  } catch (error) {
    logLostFrame('welcome-not-invoked', error)
  }
}

/** The watchers function's own event: welcome a socket that has just been admitted. */
export type Welcome = { readonly welcome: AdmittedWatcher }

/**
 * Invokes the watchers function to welcome a socket. It takes another invocation, because
 * API Gateway refuses posts until $connect has returned.
 */
const invokeWelcome = (welcome: AdmittedWatcher): Promise<void> =>
  invokeAsync(process.env.AWS_LAMBDA_FUNCTION_NAME ?? 'watchers', {
    welcome,
  } satisfies Welcome)

/** Clocks of functions differ a little, and a frame is sent shortly after it is recorded. */
const maxClockSkewMs = 500

/**
 * Sends a new socket its first frame, and has the frames replayed that its session may have
 * missed before. Newer frames reach it by fan-out, however late this welcome is.
 */
export async function welcome(socket: AdmittedWatcher): Promise<void> {
  const { connectionId, admittedAtMs } = socket
  const untilMs = admittedAtMs + maxClockSkewMs
  if (await isGone(socket)) return
  const sinceMs = await findGapStartMs(socket)
  if (!(await sendFirstFrame(socket))) return
  // A logout could not close the socket while it was opening
  if (!(await findWatcher(connectionId))) await closeWatcher(connectionId)
  else if (sinceMs !== undefined) await invokeReplay({ connectionId, sinceMs, untilMs })
}

/** Sends the first frame once the socket is open; false when the socket is gone. */
async function sendFirstFrame(socket: NewWatcher): Promise<boolean> {
  const { post } = watcherConnections()
  for (const pauseMs of [...openingRetryPausesMs, 0]) {
    if (await post(socket.connectionId, connectedFrame)) return true
    await sleep(pauseMs)
    if (await isGone(socket)) return false
  }
  logLostFrame('welcome-not-sent', 'the socket did not open in time')
  return false
}

/** True if a socket's record is deleted. Closes the socket if its session is over. */
async function isGone(socket: NewWatcher): Promise<boolean> {
  const { isRecorded, isSessionOpen } = await readWatcherState(socket)
  if (!isRecorded && !isSessionOpen) await closeWatcherOnceOpen(socket.connectionId)
  return !isRecorded
}
