import { WebSocket } from 'ws'
import { tunnelIdHeader } from '../../shared/agents/protocol/tunnel-frame.ts'
import { httpsAgent } from '../proxy.ts'

const HANDSHAKE_MS = 15_000

const withoutNode =
  'this agent was enrolled without a node, or another agent serves the node. Keep node in the ' +
  'configuration, create a new agent for the shop and call lightning-pos-agent enrol with its token'

/** Something answered the handshake with another status than 101. */
export class TunnelRefused extends Error {
  override name = 'TunnelRefused'
  readonly status: number | undefined
  constructor(status: number | undefined) {
    super(status === 403 ? `it answers 403: ${withoutNode}` : `it answers ${status}`)
    this.status = status
  }
}

export type TunnelSocket = {
  /** Resolves with the reason once the connection has closed. */
  closed: Promise<string>
  close: () => void
}

/**
 * Opens one connection of the tunnel. It is terminated when a ping gets no pong before the
 * next ping is due: after a router restarts, a connection can look open although it is
 * dead. Throws TunnelRefused, or another Error when it cannot be opened.
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
      handshakeTimeout: HANDSHAKE_MS,
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
    socket.on('open', () => resolve(keepOpen(socket, intervals)))
  })
}

function keepOpen(
  socket: WebSocket,
  { pingMs, keepAliveMs }: { pingMs: number; keepAliveMs: number },
): TunnelSocket {
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

  const closed = new Promise<string>((resolve) => {
    socket.on('close', (code, reason) => {
      clearInterval(pings)
      clearInterval(keepAlive)
      resolve(`${code} ${reason.toString('utf8')}`.trim())
    })
  })
  return { closed, close: () => socket.close(1000) }
}
