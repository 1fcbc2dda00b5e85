import { readCookies } from '../../shared/auth/cookies.ts'
import { verifyAccess } from '../../shared/auth/tokens.ts'
import { Failure } from '../../shared/failure.ts'
import {
  accepted,
  headersOf,
  type SocketEvent,
  type SocketResult,
  unauthorized,
} from '../../shared/sockets/event.ts'
import { addWatcher } from '../../shared/table/watchers.ts'
import { later } from './later.ts'

/** Admits a socket by the accessToken of its upgrade request, while its session lives. */
export async function connect(event: SocketEvent): Promise<SocketResult> {
  const cookies = readCookies(headersOf(event, 'cookie'))
  const caller = await verifyAccess(cookies.get('accessToken'))
  if (!caller) return unauthorized
  const { connectionId } = event.requestContext
  try {
    await addWatcher(connectionId, caller, Date.now())
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unauthenticated') return unauthorized
    throw error
  }
  await welcomeLater(connectionId)
  return accepted
}

/** First frames are best effort, so a socket is not refused for want of them. */
async function welcomeLater(connectionId: string): Promise<void> {
  try {
    await later({ welcome: connectionId })
  } catch (error) {
    const line = { level: 'error', event: 'welcome-not-invoked', error: String(error) }
    console.log(JSON.stringify(line))
  }
}
