import { setTimeout as sleep } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import WebSocket from 'ws'
import type { Client } from './client.ts'

/** Opens a watcher of payments, or of another feed, and collects all its frames. */
export async function watch(url: string, client: Client, path = '/ws/payments') {
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  const socket = new WebSocket(`${url.replace('http', 'ws')}${path}`, {
    headers: { cookie },
  })
  // biome-ignore lint/suspicious/noExplicitAny: a test knows what it expects
  const frames: any[] = []
  socket.on('message', (data) => frames.push(JSON.parse((data as Buffer).toString())))
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('unexpected-response', (_request, response) =>
      reject(new Error(`refused: ${response.statusCode}`)),
    )
    socket.once('error', reject)
  })
  onTestFinished(() => socket.terminate())
  return {
    socket,
    frames,
    closed,
    /** Waits for a frame that matches. */
    until: async (fits: (frame: { type: string; paymentHash?: string }) => boolean) => {
      for (let tries = 0; tries < 2_400; tries += 1) {
        const frame = frames.find(fits)
        if (frame) return frame
        await sleep(25)
      }
      throw new Error(`no such frame among ${JSON.stringify(frames)}`)
    },
  }
}
