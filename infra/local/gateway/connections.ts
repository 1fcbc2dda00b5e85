import type { WebSocket } from 'ws'
import type { Limits } from './limits.ts'
import type { Peer } from './socket-event.ts'

/** An open socket, as the management API sees it. */
export type Connection = {
  readonly peer: Peer
  readonly lastActiveAtMs: () => number
  readonly send: (text: string) => Promise<void>
  readonly close: () => void
  /** Notes a message, which keeps the socket from being idle. */
  readonly touch: () => void
}

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
    touch,
    lastActiveAtMs: () => lastActiveAtMs,
    close: () => socket.close(normalClosure),
    send: (text) => {
      touch()
      return new Promise((resolve, reject) =>
        socket.send(text, (error) => (error ? reject(error) : resolve())),
      )
    },
  }
}
