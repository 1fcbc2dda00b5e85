import { cookieHeader } from './cookies.ts'
import type { Reach } from './exchange.ts'

/** Opens the payments feed. Node's WebSocket takes the cookies, a browser has its own. */
export function openSocket({ baseUrl, cookies }: Reach): WebSocket {
  const url = `${baseUrl.replace(/^http/, 'ws')}/ws/payments`
  const cookie = cookieHeader(cookies)
  return cookie ? new WebSocket(url, { headers: { cookie } }) : new WebSocket(url)
}

/**
 * The frames of a socket, until it closes, the signal aborts or no frame comes for so long.
 * Asks for a replay since that moment once the socket is open.
 */
export async function* framesOf(
  socket: WebSocket,
  options: {
    readonly sinceMs: number
    readonly heartbeatTimeoutMs: number
    readonly signal: AbortSignal | undefined
  },
): AsyncGenerator<string> {
  const { sinceMs, heartbeatTimeoutMs, signal } = options
  const frames: string[] = []
  let isOver = false
  let wake = () => {}
  const end = () => {
    isOver = true
    wake()
  }
  let heartbeat = setTimeout(end, heartbeatTimeoutMs)
  socket.onopen = () => socket.send(JSON.stringify({ action: 'replay', since: sinceMs }))
  socket.onmessage = ({ data }) => {
    clearTimeout(heartbeat)
    heartbeat = setTimeout(end, heartbeatTimeoutMs)
    frames.push(String(data))
    wake()
  }
  socket.onerror = end
  socket.onclose = end
  signal?.addEventListener('abort', end)
  try {
    while (!isOver && !signal?.aborted) {
      yield* frames.splice(0)
      if (frames.length > 0 || isOver) continue
      await new Promise<void>((resolve) => {
        wake = resolve
      })
    }
    yield* frames
  } finally {
    clearTimeout(heartbeat)
    signal?.removeEventListener('abort', end)
    socket.close()
  }
}
