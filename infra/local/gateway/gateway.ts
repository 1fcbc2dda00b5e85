import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { keptAlive, refusesForeignHost, serverUrl } from '../local-server.ts'
import { connectionsApi } from './connections.ts'
import { type HttpApi, httpApi } from './http-api.ts'
import { asLambda, awsLimits, type Invoke, type Limits } from './invocation.ts'
import { targetOf } from './request.ts'
import { type SocketApi, socketApi } from './socket-api.ts'

export type Gateway = {
  /** Address of the HTTP API and, with ws, of the WebSocket APIs. */
  readonly url: string
  /** Endpoint of the management API for the WebSocket API at a path. */
  readonly managementUrl: (socketPath: string) => string
  /** Loses the network of every open socket at a path, see `Connection`. */
  readonly loseNetwork: (socketPath: string) => void
  readonly close: () => Promise<void>
}

/**
 * Emulates API Gateway on one machine: an HTTP API and WebSocket APIs on one port, with
 * API Gateway's events, responses and limits. The management API has a port of its own, on
 * the loopback address. Rejects with EADDRINUSE when the port is taken.
 */
export async function startGateway(options: {
  port?: number
  host?: string
  managementPort?: number | undefined
  http: HttpApi
  sockets: readonly SocketApi[]
  invoke: Invoke
  limits?: Partial<Limits>
}): Promise<Gateway> {
  const limits = { ...awsLimits, ...options.limits }
  const invoke = asLambda(options.invoke, limits.integrationMs)
  const socketApis = new Map(
    options.sockets.map((api) => [api.path, socketApi(api, invoke, limits)]),
  )
  const socketApiOf = (path: string) => socketApis.get(path)

  const front = createServer({
    ...keptAlive,
    // Some clients offer h2c with every request. Other upgrades than WebSocket are ignored.
    shouldUpgradeCallback: (request) =>
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      socketApis.has(targetOf(request).rawPath),
  })
  const answer = httpApi(options.http, invoke)
  front.on('request', (request, response) => void answer(request, response))
  front.on('upgrade', (request, socket, head) => {
    socketApiOf(targetOf(request).rawPath)?.upgrade(request, socket, head)
  })
  const serveManagement = connectionsApi((path) => socketApiOf(path)?.connections)
  const management = createServer(keptAlive, (request, response) => {
    if (!refusesForeignHost(request, response)) void serveManagement(request, response)
  })

  const url = await listen(front, options.port ?? 0, options.host ?? '127.0.0.1')
  const managementUrl = await listen(management, options.managementPort ?? 0, '127.0.0.1')
  return {
    url,
    managementUrl: (socketPath) => managementUrl + socketPath,
    loseNetwork: (socketPath) => {
      for (const connection of socketApiOf(socketPath)?.connections.values() ?? []) {
        connection.loseNetwork()
      }
    },
    close: async () => {
      await Promise.all([...socketApis.values()].map((api) => api.close()))
      await Promise.all([end(front), end(management)])
    },
  }
}

async function listen(server: Server, port: number, host: string): Promise<string> {
  server.listen(port, host)
  await once(server, 'listening')
  const { address, port: chosen } = server.address() as AddressInfo
  return serverUrl(address, chosen)
}

async function end(server: Server): Promise<void> {
  server.close()
  server.closeAllConnections()
  await once(server, 'close')
}
