import { once } from 'node:events'
import WebSocket from 'ws'

export type Crowd = Awaited<ReturnType<typeof openCrowd>>

/** Opens many sockets of /ws/payments at once with a token, and counts their frames. */
export async function openCrowd(url: string, accessToken: string, size: number) {
  const address = `${url.replace('http', 'ws')}/ws/payments`
  const sockets = Array.from(
    { length: size },
    () =>
      new WebSocket(address, {
        headers: { cookie: `accessToken=${accessToken}` },
        perMessageDeflate: false,
      }),
  )
  const deliveries = new Map<string, number[]>()
  let greeted = 0
  let lastFrameMs = 0
  for (const [at, socket] of sockets.entries()) {
    socket.on('message', (data: Buffer) => {
      const { type, paymentHash } = JSON.parse(data.toString())
      if (type === 'connected') greeted += 1
      else {
        const counts = deliveries.get(paymentHash) ?? sockets.map(() => 0)
        counts[at] = (counts[at] ?? 0) + 1
        deliveries.set(paymentHash, counts)
      }
      lastFrameMs = performance.now()
    })
  }
  await Promise.all(sockets.map((socket) => once(socket, 'open')))

  const countOf = (paymentHash: string, counts: (times: number) => boolean) =>
    (deliveries.get(paymentHash) ?? []).filter(counts).length

  return {
    /** Number of sockets with their first frame. */
    greeted: () => greeted,
    /** Number of sockets that got this payment. */
    reached: (paymentHash: string) => countOf(paymentHash, (times) => times > 0),
    /** Number of sockets that got it more than once. */
    repeated: (paymentHash: string) => countOf(paymentHash, (times) => times > 1),
    /** Time of the last frame, by performance.now(). */
    lastFrameMs: () => lastFrameMs,
    close: async () => {
      for (const socket of sockets) socket.close()
      await Promise.all(sockets.map((socket) => socketClosed(socket)))
    },
  }
}

const socketClosed = async (socket: WebSocket) => {
  if (socket.readyState !== WebSocket.CLOSED) await once(socket, 'close')
}
