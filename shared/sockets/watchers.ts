import { settings } from '../settings.ts'
import {
  allWatchers,
  endWatcher,
  forgetWatcher,
  type Watcher,
} from '../table/watchers.ts'
import { type Connections, connectionsAt, postsAtOnce } from './connections.ts'

/** Until then a socket that answers 410 may be one that is still being opened. */
const youngMs = 10_000

/** A socket's first frame, and the one that keeps it from being idle. */
export const connected = { type: 'connected' }

let opened: Connections | undefined

/** The connections of /ws/payments. */
export const watcherConnections = (): Connections => {
  opened ??= connectionsAt(settings.watchersEndpoint())
  return opened
}

/**
 * Sends a frame to every open socket of /ws/payments, in one query and a post each.
 * Gone sockets are dropped as ended at `atMs`; one that cannot be reached for another
 * reason loses this frame and is logged, so that it never fails the sender.
 */
export async function fanOut(frame: unknown, atMs: number): Promise<void> {
  await forEach(await allWatchers(), async (watcher) => {
    const { post, postOnceOpen } = watcherConnections()
    const isYoung = watcher.connectedAtMs > atMs - youngMs
    const send = isYoung ? postOnceOpen : post
    const sent = await send(watcher.connectionId, frame)
    if (!sent && !isYoung) await endWatcher(watcher, atMs)
  })
}

/**
 * Closes the sockets of a session or of a user (open-areas, section 20 "Closing").
 * One that is still being opened is closed when it finds itself off record.
 */
export async function closeWatchers(
  of: { readonly sessionId: string } | { readonly userId: string },
): Promise<void> {
  const closes = (watcher: Watcher) =>
    'sessionId' in of ? watcher.sessionId === of.sessionId : watcher.userId === of.userId
  await forEach((await allWatchers()).filter(closes), async (watcher) => {
    await forgetWatcher(watcher)
    await watcherConnections().close(watcher.connectionId)
  })
}

/** Serves every watcher, many at once; a failing one does not keep others waiting. */
async function forEach(
  watchers: readonly Watcher[],
  serve: (watcher: Watcher) => Promise<void>,
): Promise<void> {
  const waiting = watchers.values()
  const serveNext = async () => {
    for (const watcher of waiting) await serve(watcher).catch(logFailure)
  }
  await Promise.all(Array.from({ length: postsAtOnce }, serveNext))
}

const logFailure = (error: unknown) =>
  console.log(
    JSON.stringify({
      level: 'error',
      event: 'watcher-not-reached',
      error: String(error),
    }),
  )
