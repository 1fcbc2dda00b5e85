import { randomUUID } from 'node:crypto'
import { backoffMs } from '../../shared/backoff.ts'
import { CloudUnreachable } from '../cloud.ts'
import { connectivity } from '../connectivity.ts'
import { log } from '../log.ts'
import { pause } from '../pause.ts'
import type { TunnelRequests } from './requests.ts'
import { openSocket, TunnelRefused, type TunnelSocket } from './socket.ts'

const URL_POLL_MS = 250

const BACKOFF = { baseMs: 500, capMs: 30_000 }

const INTERVALS = {
  pingMs: 30_000,
  keepAliveMs: 5 * 60_000,
  /** API Gateway closes every connection after two hours. */
  renewMs: 110 * 60_000,
  /** Frames may still be pushed to the old connection while the new one opens. */
  overlapMs: 5_000,
  /** A connection that lasted longer resets the backoff. */
  steadyMs: 60_000,
}

/** What heartbeats and the tunnel tell each other. */
export type Tunnel = {
  /** The URL from the latest heartbeat; undefined before the first. */
  url?: string | undefined
  /** The id of the open connection; undefined while there is none. */
  id?: string | undefined
  /** Opens another connection now, while there is one. */
  renew?: () => void
}

type TunnelDeps = {
  tunnel: Tunnel
  bearer: string
  requests: TunnelRequests
  /** Asks the API itself whether it refuses the agent. Throws Revoked. */
  confirmIdentity: (stop: AbortSignal) => Promise<unknown>
  intervals?: typeof INTERVALS
}

/**
 * Keeps one connection of the tunnel open until `stop`, and opens its successor before
 * API Gateway closes it. Returns when the requests in progress are answered. Throws
 * Revoked.
 */
export async function keepTunnel(
  { tunnel, bearer, requests, confirmIdentity, intervals = INTERVALS }: TunnelDeps,
  stop: AbortSignal,
): Promise<void> {
  let current: TunnelSocket | undefined
  const reach = connectivity('tunnel')
  let failures = 0
  while (!stop.aborted) {
    const { url } = tunnel
    if (url === undefined) {
      await pause(URL_POLL_MS, stop)
      continue
    }
    const triedAtMs = Date.now()
    try {
      const id = randomUUID()
      const next = await openSocket(url, bearer, id, requests.handle, intervals)
      log('tunnel-open', { tunnelId: id })
      tunnel.id = id
      reach.works()
      if (current) setTimeout(current.close, intervals.overlapMs)
      current = next
      const reason = await endOf(next, tunnel, renewalMs(intervals.renewMs), stop)
      if (reason === undefined) {
        failures = 0
        continue
      }
      current = undefined
      tunnel.id = undefined
      log('tunnel-closed', { tunnelId: id, reason })
    } catch (error) {
      reach.failed(error)
      if (error instanceof TunnelRefused && error.status === 401) {
        await confirmIdentity(stop).catch(unlessUnreachable)
      }
    }
    failures = Date.now() - triedAtMs > intervals.steadyMs ? 0 : failures + 1
    await pause(backoffMs(failures, BACKOFF), stop)
  }
  current?.close()
  await requests.settled()
}

function unlessUnreachable(error: unknown): void {
  if (!(error instanceof CloudUnreachable)) throw error
}

/** With jitter, so that agents that connected together do not renew together. */
const renewalMs = (renewMs: number) => renewMs * (1 - Math.random() / 10)

/** Why the connection closed, or undefined when it is time to renew it or to stop. */
async function endOf(
  socket: TunnelSocket,
  tunnel: Tunnel,
  renewMs: number,
  stop: AbortSignal,
) {
  const ended = new AbortController()
  tunnel.renew = () => ended.abort()
  const timer = pause(renewMs, AbortSignal.any([stop, ended.signal]))
  const reason = await Promise.race([socket.closed, timer.then(() => undefined)])
  ended.abort()
  return reason
}
