import type { WebSocket } from 'ws'
import type { Limits } from './limits.ts'
import type { Peer } from './socket-event.ts'

/** An open socket, as the management API sees it. */
export type Connection = {
  readonly peer: Peer
  readonly lastActiveAtMs: () => number
  /** Takes a message to send. Rejects with `ConnectionGone` and `ClientBufferFull`. */
  readonly send: (text: string) => Promise<void>
  readonly close: () => void
  /** Notes a message, which keeps the socket from being idle. */
  readonly recordActivity: () => void
}

/** The connection is closing or closed. */
export class ConnectionGone extends Error {
  override name = 'ConnectionGone'
}

/** The client reads more slowly than it is sent to, or not at all. */
export class ClientBufferFull extends Error {
  override name = 'ClientBufferFull'
}

/** What is kept for a client that does not read; API Gateway does not say how much it is. */
const bufferLimitBytes = 256 * 1024

const normalClosure = 1000
const goingAway = 1001

/** Watches over an open socket: closes it when it is idle or has lived its time. */
export function openConnection(
  socket: WebSocket,
  peer: Peer,
  { socketIdleMs, socketLifeMs }: Limits,
): Connection {
  let lastActiveAtMs = Date.now()
  const goAway = () => socket.close(goingAway, 'Going away')
  const idle = setTimeout(goAway, socketIdleMs)
  const life = setTimeout(goAway, socketLifeMs)
  socket.on('close', () => {
    clearTimeout(idle)
    clearTimeout(life)
  })
  const touch = () => {
    lastActiveAtMs = Date.now()
    idle.refresh()
  }
  return {
    peer,
    recordActivity: touch,
    lastActiveAtMs: () => lastActiveAtMs,
    close: () => socket.close(normalClosure),
    send: async (text) => {
      if (socket.readyState !== socket.OPEN) throw new ConnectionGone()
      if (socket.bufferedAmount > bufferLimitBytes) throw new ClientBufferFull()
      touch()
      // What fails from now on is the end of the connection, which has an event of its own
      socket.send(text, () => {})
    },
  }
}
