import { WebSocket } from 'ws'
import { backoffMs } from '../../shared/backoff.ts'
import type { NodeConfig } from '../config.ts'
import { log } from '../log.ts'
import { pause } from '../pause.ts'

const BACKOFF = { baseMs: 500, capMs: 15_000 }
const HANDSHAKE_MS = 10_000

/**
 * Follows the node's event stream until `stop`. Calls `onEvent` at every event, and each
 * time the stream opens, because events may have been missed. The payments themselves are
 * read from the node's list, so a dead stream delays payments but loses none.
 */
export async function followEvents(
  node: NodeConfig,
  onEvent: () => void,
  stop: AbortSignal,
): Promise<void> {
  for (let failures = 0; !stop.aborted; failures++) {
    const wasOpen = await followOnce(node, onEvent, stop)
    if (wasOpen) failures = 0
    await pause(backoffMs(failures, BACKOFF), stop)
  }
}

/** Resolves when the connection has closed, with whether it was ever open. */
function followOnce(
  { url, password }: NodeConfig,
  onEvent: () => void,
  stop: AbortSignal,
): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = new WebSocket(`${url.replace(/^http/, 'ws')}/websocket`, {
      headers: {
        authorization: `Basic ${Buffer.from(`:${password}`).toString('base64')}`,
      },
      handshakeTimeout: HANDSHAKE_MS,
    })
    const end = () => socket.terminate()
    stop.addEventListener('abort', end, { once: true })
    let wasOpen = false
    socket.on('open', () => {
      wasOpen = true
      log('node-events-open')
      onEvent()
    })
    socket.on('message', onEvent)
    socket.on('error', (error) => log('node-events-failed', { error }))
    socket.on('close', () => {
      stop.removeEventListener('abort', end)
      if (wasOpen) log('node-events-closed')
      resolve(wasOpen)
    })
  })
}
