import type { WebSocket } from 'ws'
import type { Limits } from './limits.ts'
import type { Peer } from './socket-event.ts'

/** An open socket, as the management API sees it. */
export type Connection = {
  readonly peer: Peer
  readonly lastActiveAtMs: () => number
  /** Sends a text message. Rejects with `ConnectionGone` or `ClientBufferFull`. */
  readonly send: (text: string) => Promise<void>
  readonly close: () => void
  /**
   * Loses the network between client and gateway, as a Wi-Fi does: the client is told
   * nothing, messages to it are taken and lost, and the end is reported only after the
   * idle timeout.
   */
  readonly loseNetwork: () => void
  /** Restarts the idle timeout, after a message in either direction. */
  readonly recordActivity: () => void
}

/** The connection is closing or closed. */
export class ConnectionGone extends Error {
  override name = 'ConnectionGone'
}

/** The client reads too slowly, or not at all. */
export class ClientBufferFull extends Error {
  override name = 'ClientBufferFull'
}

/** Send buffer for a client that does not read. API Gateway does not document its size. */
const bufferLimitBytes = 256 * 1024

const normalClosure = 1000
const goingAway = 1001

/** Wraps an open socket; closes it after its idle timeout and at its maximum age. */
export function openConnection(
  socket: WebSocket,
  peer: Peer,
  { socketIdleMs, socketLifeMs }: Limits,
): Connection {
  let lastActiveAtMs = Date.now()
  let networkIsLost = false
  // Without a network there is no closing handshake to wait for.
  const close = (code: number, reason?: string) =>
    networkIsLost ? socket.terminate() : socket.close(code, reason)
  const closeGoingAway = () => close(goingAway, 'Going away')
  const idle = setTimeout(closeGoingAway, socketIdleMs)
  const life = setTimeout(closeGoingAway, socketLifeMs)
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
    close: () => close(normalClosure),
    loseNetwork: () => {
      networkIsLost = true
      socket.pause()
    },
    send: async (text) => {
      if (socket.readyState !== socket.OPEN) throw new ConnectionGone()
      if (socket.bufferedAmount > bufferLimitBytes) throw new ClientBufferFull()
      touch()
      if (networkIsLost) return
      // A later failure closes the connection, and the close event reports that.
      socket.send(text, () => {})
    },
  }
}
