import { once } from 'node:events'
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
} from 'node:http'
import type { AddressInfo, Socket } from 'node:net'

/** Fate of a request instead of its answer. */
type Fault =
  | 'cut'
  | { status: number; headers?: Record<string, string>; message?: string; code?: string }

export type Door = Awaited<ReturnType<typeof openDoor>>

/** A way to the API that loses answers and drops sockets when a test says so. */
export async function openDoor(apiUrl: string) {
  const { hostname, port } = new URL(apiUrl)
  const requests: { readonly line: string; readonly key: string | undefined }[] = []
  const faults: { readonly line: string; readonly fault: Fault }[] = []
  const sockets = new Set<Socket>()
  let areSocketsHeld = false

  const options = ({ method, url, headers }: IncomingMessage) =>
    ({ hostname, port, method, path: url, headers }) as RequestOptions

  const server = createServer((incoming, outgoing) => {
    const line = `${incoming.method} ${incoming.url}`
    requests.push({
      line,
      key: incoming.headers['idempotency-key'] as string | undefined,
    })
    const at = faults.findIndex((each) => each.line === line)
    const isHeld = areSocketsHeld && line === 'POST /auth/refresh'
    const held: Fault | undefined = isHeld ? { status: 503 } : undefined
    const fault = at === -1 ? held : faults.splice(at, 1)[0]?.fault
    if (typeof fault === 'object') {
      const { status, headers, ...body } = fault
      const type = { 'content-type': 'application/json' }
      outgoing.writeHead(status, { ...type, ...headers }).end(JSON.stringify(body))
      return
    }
    const forwarded = request(options(incoming), (answer) => {
      // The API has done its work: only the answer is lost.
      if (fault === 'cut') incoming.socket.destroy()
      else answer.pipe(outgoing.writeHead(answer.statusCode ?? 0, answer.rawHeaders))
    })
    forwarded.on('error', () => incoming.socket.destroy())
    incoming.pipe(forwarded)
  })

  server.on('upgrade', (incoming, client: Socket) => {
    requests.push({ line: `WS ${incoming.url}`, key: undefined })
    const forwarded = request(options(incoming)).on('upgrade', ({ rawHeaders }, api) => {
      const headers = rawHeaders.map((text, at) => (at % 2 ? `${text}\r\n` : `${text}: `))
      client.write(`HTTP/1.1 101 Switching Protocols\r\n${headers.join('')}\r\n`)
      client.pipe(api).pipe(client)
      sockets.add(client)
      for (const socket of [client, api]) {
        socket.on('error', () => undefined)
        socket.on('close', () => [client, api].map((each) => each.destroy()))
      }
      client.on('close', () => sockets.delete(client))
    })
    forwarded.on('response', () => client.destroy())
    forwarded.on('error', () => client.destroy())
    forwarded.end()
  })

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** Keys of the requests with this line, such as `POST /products`, in their order. */
    keysOf: (line: string) =>
      requests.filter((each) => each.line === line).map(({ key }) => key),
    /** Lets the next request with this line meet this fault. */
    fail: (line: string, fault: Fault) => faults.push({ line, fault }),
    /** Stops all renewals of tokens, and so all new sockets, until it is called with false. */
    holdsSockets: (isHeld: boolean) => {
      areSocketsHeld = isHeld
    },
    openSockets: () => sockets.size,
    dropSockets: () => {
      for (const socket of sockets) socket.destroy()
    },
    close: async () => {
      server.closeAllConnections()
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}
