import { cookieHeader } from './cookies.ts'
import type { Reach } from './send-once.ts'

/** The WebSocket of Node, which takes headers where browsers take a protocol. */
type NodeSocket = new (url: string, options: { headers: { cookie: string } }) => WebSocket

/** Opens the payments feed. Browsers send the cookies that they keep. */
export function openSocket({ baseUrl, cookies }: Reach): WebSocket {
  const url = `${baseUrl.replace(/^http/, 'ws')}/ws/payments`
  const cookie = cookieHeader(cookies)
  if (cookie === undefined) return new WebSocket(url)
  return new (WebSocket as unknown as NodeSocket)(url, { headers: { cookie } })
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
