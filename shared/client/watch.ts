import { backoffMs } from '../backoff.ts'
import { api, type ReceivedPayment, type ShopEvent } from './api.ts'
import type { Connection } from './call.ts'
import { PosError } from './pos-error.ts'
import { sleep } from './retry.ts'
import { cookieHeader, exchange, type Reach } from './send-once.ts'

export type WatchOptions = {
  /** Unix ms of the server's clock: first yields what was reported since then, 30 days at most. */
  readonly since?: number
  /** Ends the watch. */
  readonly signal?: AbortSignal
  /** A socket without any frame for this many milliseconds counts as dead. */
  readonly heartbeatTimeoutMs?: number
}

const backoff = { baseMs: 500, capMs: 30_000 }

/** Heartbeats come every five minutes; one may be late. */
const defaultHeartbeatTimeoutMs = 7 * 60_000

/**
 * A replay may take minutes, and nothing marks its end. So a socket that follows asks again
 * for all of it, or for the last minutes of a socket that was open for longer.
 */
const settleMs = 5 * 60_000

/** Yields each payment once, over as many sockets as it takes; see Pos.payments.watch. */
export async function* watch(
  connection: Connection,
  options: WatchOptions = {},
): AsyncGenerator<ReceivedPayment> {
  const isNew = remembering(5_000)
  for await (const text of follow(connection, '/ws/payments', options)) {
    if (text === undefined) continue
    const payment = paymentOf(text)
    if (payment && isNew(payment.paymentHash ?? text)) yield payment
  }
}

/** A part of what happens in a shop. */
export type EventTopic =
  | 'order'
  | 'line'
  | 'table'
  | 'product'
  | 'catalogue'
  | 'stock'
  | 'printer'
  | 'alert'

export type EventOptions = Omit<WatchOptions, 'since'> & {
  /** Only these; all that the user may read if it is left out. */
  readonly topics?: readonly EventTopic[]
}

/**
 * A socket has opened: load what you show now. Frames report all that happens from then on,
 * and some that was there already.
 */
export type Opened = { readonly type: 'opened' }

/** The socket has ended; until another one has opened, no changes come. */
export type Closed = { readonly type: 'closed' }

/** Yields events once each, over as many sockets as it takes; see Pos.events.watch. */
export async function* watchEvents(
  connection: Connection,
  { topics, ...options }: EventOptions = {},
): AsyncGenerator<ShopEvent | Opened | Closed> {
  const isNew = remembering(5_000)
  const query = topics ? `?topics=${topics.join(',')}` : ''
  let isOpen = false
  for await (const text of follow(connection, `/ws/events${query}`, options)) {
    if (isOpen !== (text !== undefined)) {
      isOpen = !isOpen
      yield { type: isOpen ? 'opened' : 'closed' }
    }
    if (text === undefined) continue
    const frame = JSON.parse(text) as ShopEvent | { readonly type: 'connected' }
    if (frame.type !== 'connected' && isNew(frame.eventId)) yield frame
  }
}

/**
 * The frames of a feed, over as many sockets as it takes, until the signal aborts; undefined
 * at the end of each socket.
 */
async function* follow(
  connection: Connection,
  path: string,
  { since, signal, heartbeatTimeoutMs = defaultHeartbeatTimeoutMs }: WatchOptions,
): AsyncGenerator<string | undefined> {
  if (typeof WebSocket === 'undefined') {
    throw new Error('watching needs a WebSocket: a browser, or Node.js 22 and newer')
  }
  let sinceMs = since
  for (let attempt = 0; !signal?.aborted; attempt += 1) {
    const clock = await serverClock(connection)
    if (clock) {
      const openedMs = clock()
      sinceMs ??= openedMs
      const socket = openSocket(connection.reach, path)
      const options = { sinceMs, heartbeatTimeoutMs, signal }
      for await (const text of framesOf(socket, options)) {
        if (clock() - openedMs > settleMs) {
          sinceMs = clock() - settleMs
          attempt = 0
        }
        yield text
      }
      if (!signal?.aborted) yield undefined
    }
    await sleep(backoffMs(attempt, backoff), signal).catch(() => undefined)
  }
}

/**
 * Renews the access token for a new socket and reads the server's clock, by which replays
 * are asked for. Undefined when the API cannot be reached. Throws when the session is over.
 */
async function serverClock({
  reach,
  session,
}: Connection): Promise<(() => number) | undefined> {
  const { outcome, answer } = await session.renew(session.generation())
  if (outcome === 'over') throw new PosError('auth.refresh', answer)
  const { status, body } = await exchange(reach, api.general.health)
  if (outcome === 'failed' || status !== 200) return undefined
  const aheadMs = Number((body as { timestamp: string }).timestamp) - Date.now()
  return () => Date.now() + aheadMs
}

/** The payment that a frame reports; undefined for a heartbeat. */
function paymentOf(text: string): ReceivedPayment | undefined {
  const frame = JSON.parse(text) as { readonly type: string }
  return frame.type === 'payment_received' ? (frame as ReceivedPayment) : undefined
}

/**
 * Returns a function that is true for a new key. It remembers `size` keys, and drops the
 * oldest first.
 */
function remembering(size: number): (key: string) => boolean {
  const known = new Set<string>()
  return (key) => {
    if (known.has(key)) return false
    known.add(key)
    const [oldest] = known
    if (known.size > size && oldest !== undefined) known.delete(oldest)
    return true
  }
}

/** The WebSocket of Node, which takes headers where browsers take a protocol. */
type NodeSocket = new (url: string, options: { headers: { cookie: string } }) => WebSocket

/** Opens a feed. Browsers send the cookies that they keep. */
function openSocket({ baseUrl, cookies }: Reach, path: string): WebSocket {
  const url = `${baseUrl.replace(/^http/, 'ws')}${path}`
  const cookie = cookieHeader(cookies)
  if (cookie === undefined) return new WebSocket(url)
  return new (WebSocket as unknown as NodeSocket)(url, { headers: { cookie } })
}

/**
 * The frames of a socket, until it closes, the signal aborts or no frame comes for so long.
 * Asks for a replay since that moment once the socket is open.
 */
async function* framesOf(
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
