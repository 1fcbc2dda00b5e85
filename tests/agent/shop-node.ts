import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout } from 'node:timers/promises'

export const shopNodePassword = 'node-password-of-the-shop'

/**
 * Starts a Lightning node that records the requests from the tunnel and echoes their paths.
 * It has no event stream and has received no payments.
 */
export async function startNode() {
  const requests: {
    method: string
    path: string
    authorization: string
    form: string
  }[] = []
  const server = createServer((request, response) => void record(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  async function record(request: IncomingMessage, response: ServerResponse) {
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      authorization: request.headers.authorization ?? '',
      form: await text(request),
    }
    if (call.path === '/websocket') return response.writeHead(404).end()
    if (call.path.startsWith('/payments/incoming?from=')) return response.end('[]')
    requests.push(call)
    await answer(call.path, response)
  }

  async function answer(path: string, response: ServerResponse) {
    if (path === '/payments/incoming/cut') return response.destroy()
    if (path === '/payments/incoming/never') return
    if (path === '/payments/incoming/slow' || path === '/payoffer')
      await setTimeout(1_000)
    if (path === '/payments/incoming/unknown') response.statusCode = 404
    response.end(`answer to ${path}`)
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    stop: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
