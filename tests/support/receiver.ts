import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A request to a receiver of webhooks. */
export type Received = {
  readonly id: string
  readonly headers: Record<string, string>
  readonly body: string
  readonly atMs: number
}

/** A receiver of webhooks on this machine. It answers 204 until told otherwise. */
export async function openReceiver() {
  const received: Received[] = []
  let answer = (response: ServerResponse, _at: number): unknown =>
    response.writeHead(204).end()
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      const headers = request.headers as Record<string, string>
      received.push({ id: headers['webhook-id'] ?? '', headers, body, atMs: Date.now() })
      answer(response, received.length)
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    /** Decides the answer to each request, by its number from 1. */
    answers: (decide: typeof answer) => {
      answer = decide
    },
    close: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

export type Receiver = Awaited<ReturnType<typeof openReceiver>>
