import { randomUUID } from 'node:crypto'
import { WebSocket } from 'ws'
import {
  type TunnelHeartbeat,
  tunnelIdHeader,
} from '../../shared/agents/protocol/tunnel-frame.ts'
import { backoffMs } from '../../shared/backoff.ts'
import { pause } from '../../shared/pause.ts'
import { CloudUnreachable } from '../cloud.ts'
import { connectivity } from '../connectivity.ts'
import { log } from '../log.ts'
import { httpsAgent } from '../proxy.ts'
import type { TunnelRequests } from './requests.ts'

const urlPollMs = 250

const backoffLimits = { baseMs: 500, capMs: 30_000 }

const defaultIntervals = {
  pingMs: 30_000,
  keepAliveMs: 5 * 60_000,
  /** API Gateway closes every connection after two hours. */
  renewMs: 110 * 60_000,
  /** Frames may still be pushed to the old connection while the new one opens. */
  overlapMs: 5_000,
  /** A connection that lasted longer resets the backoff. */
  steadyMs: 60_000,
  /**
   * Longest pause of an agent that is refused again and again: the revocation of another
   * agent, or the end of its shop's suspension, may let it in.
   */
  refusedMs: 10 * 60_000,
}

/** The state that heartbeats and the tunnel share. */
export type Tunnel = {
  /** The URL from the latest heartbeat; undefined before the first. */
  url?: string | undefined
  /** The id of the open connection; undefined while there is none. */
  id?: string | undefined
  /** Opens another connection now, while there is one. */
  renew?: () => void
  /** Sends a heartbeat on the open connection; false while there is none. */
  sendHeartbeat?: (() => boolean) | undefined
}

type TunnelDeps = {
  tunnel: Tunnel
  bearer: string
  requests: TunnelRequests
  /** Asks the API itself whether it refuses the agent. Throws Revoked. */
  confirmIdentity: (stop: AbortSignal) => Promise<unknown>
  intervals?: typeof defaultIntervals
}

/**
 * Keeps one connection of the tunnel open until `stop`, and replaces it before API
 * Gateway closes it. Returns when the requests in progress have responses. Throws
 * Revoked.
 */
export async function keepTunnel(
  { tunnel, bearer, requests, confirmIdentity, intervals = defaultIntervals }: TunnelDeps,
  stop: AbortSignal,
): Promise<void> {
  let current: TunnelSocket | undefined
  const reach = connectivity('tunnel')
  let failures = 0
  while (!stop.aborted) {
    const { url } = tunnel
    if (url === undefined) {
      await pause(urlPollMs, stop)
      continue
    }
    const triedAtMs = Date.now()
    let isRefused = false
    try {
      const id = randomUUID()
      const next = await openSocket(url, bearer, id, requests.handle, intervals)
      log('tunnel-open', { tunnelId: id })
      tunnel.id = id
      tunnel.sendHeartbeat = next.sendHeartbeat
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
      tunnel.sendHeartbeat = undefined
      log('tunnel-closed', { tunnelId: id, reason })
    } catch (error) {
      reach.failed(error)
      isRefused = error instanceof TunnelRefused && error.status === 403
      if (error instanceof TunnelRefused && error.status === 401) {
        await confirmIdentity(stop).catch((problem: unknown) => {
          if (!(problem instanceof CloudUnreachable)) throw problem
        })
      }
    }
    failures = Date.now() - triedAtMs > intervals.steadyMs ? 0 : failures + 1
    const capMs = isRefused ? intervals.refusedMs : backoffLimits.capMs
    await pause(backoffMs(failures, { ...backoffLimits, capMs }), stop)
  }
  current?.close()
  await requests.settled()
}

/** With jitter, so that agents that connected together do not renew together. */
const renewalMs = (renewMs: number) => renewMs * (1 - Math.random() / 10)

/**
 * Waits for the end of the connection, and returns the reason; undefined when it is time
 * to renew it or to stop.
 */
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

const handshakeMs = 15_000

const withoutNode =
  'this agent was enrolled without a node, another agent serves the node, or the shop is ' +
  'suspended. Keep node in the ' +
  'configuration, create a new agent for the shop and call lightning-pos-agent enrol with its token'

/** Something answered the handshake with another status than 101. */
class TunnelRefused extends Error {
  override name = 'TunnelRefused'
  readonly status: number | undefined
  constructor(status: number | undefined) {
    super(status === 403 ? `it answers 403: ${withoutNode}` : `it answers ${status}`)
    this.status = status
  }
}

type TunnelSocket = ReturnType<typeof keepOpen>

/**
 * Opens a connection, terminated when a ping gets no pong: after a router restarts, a
 * dead connection can look open. Throws TunnelRefused, or another Error when it cannot be
 * opened.
 */
export function openSocket(
  url: string,
  bearer: string,
  tunnelId: string,
  onFrame: (text: string) => void,
  intervals: { pingMs: number; keepAliveMs: number },
): Promise<TunnelSocket> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${bearer}`, [tunnelIdHeader]: tunnelId },
      handshakeTimeout: handshakeMs,
      perMessageDeflate: false,
      ...(url.startsWith('wss:') && { agent: httpsAgent() }),
    })
    socket.on('unexpected-response', (_request, response) => {
      const { statusCode } = response
      socket.terminate()
      reject(new TunnelRefused(statusCode))
    })
    socket.on('error', reject)
    socket.on('message', (data, isBinary) => {
      if (!isBinary && Buffer.isBuffer(data)) onFrame(data.toString('utf8'))
    })
    const [agentId = ''] = bearer.split('.')
    socket.on('open', () => resolve(keepOpen(socket, agentId, intervals)))
  })
}

function keepOpen(
  socket: WebSocket,
  agentId: string,
  { pingMs, keepAliveMs }: { pingMs: number; keepAliveMs: number },
) {
  let isAnswered = true
  socket.on('pong', () => {
    isAnswered = true
  })
  const pings = setInterval(() => {
    if (!isAnswered) {
      socket.terminate()
      return
    }
    isAnswered = false
    socket.ping()
  }, pingMs)
  // For API Gateway only messages are activity: it closes after 10 minutes without one.
  const keepAlive = setInterval(() => socket.send('{"action":"ping"}'), keepAliveMs)

  /** Resolves with the reason once the connection has closed. */
  const closed = new Promise<string>((resolve) => {
    socket.on('close', (code, reason) => {
      clearInterval(pings)
      clearInterval(keepAlive)
      resolve(`${code} ${reason.toString('utf8')}`.trim())
    })
  })
  const sendHeartbeat = () => {
    if (socket.readyState !== WebSocket.OPEN) return false
    const heartbeat: TunnelHeartbeat = { action: 'heartbeat', agentId }
    socket.send(JSON.stringify(heartbeat))
    keepAlive.refresh()
    return true
  }
  return { closed, sendHeartbeat, close: () => socket.close(1000) }
}
