import { createServer } from 'node:http'
import { keptAlive, listen, refusesForeignHost } from '../local-server.ts'
import { connectionsApi } from './connections.ts'
import { type HttpApi, httpApi } from './http-api.ts'
import { asLambda, awsLimits, type Invoke, type Limits } from './invocation.ts'
import { targetOf } from './request.ts'
import { type SocketApi, socketApi } from './socket-api.ts'

/**
 * Emulates API Gateway: an HTTP API and WebSocket APIs on one port, their management API on
 * another one, on the loopback address. Rejects with EADDRINUSE when a port is taken.
 */
export async function startGateway(options: {
  port?: number
  host?: string
  managementPort?: number | undefined
  http: HttpApi
  sockets: readonly SocketApi[]
  invoke: Invoke
  limits?: Partial<Limits>
}) {
  const limits = { ...awsLimits, ...options.limits }
  const invoke = asLambda(options.invoke, limits.integrationMs)
  const socketApis = new Map(
    options.sockets.flatMap((api) => {
      const served = socketApi(api, invoke, limits)
      return api.paths.map((path) => [path, served] as const)
    }),
  )
  const front = createServer({
    ...keptAlive,
    // Some clients offer h2c with every request. Other upgrades than WebSocket are ignored.
    shouldUpgradeCallback: (request) =>
      request.headers.upgrade?.toLowerCase() === 'websocket' &&
      socketApis.has(targetOf(request).rawPath),
  })
  const respond = httpApi(options.http, invoke)
  front.on('request', (request, response) => void respond(request, response))
  front.on('upgrade', (request, socket, head) => {
    socketApis.get(targetOf(request).rawPath)?.upgrade(request, socket, head)
  })
  const serveManagement = connectionsApi((path) => socketApis.get(path)?.connections)
  const management = createServer(keptAlive, (request, response) => {
    if (!refusesForeignHost(request, response)) void serveManagement(request, response)
  })

  const running = await listen(front, options.port, options.host)
  const managementApi = await listen(management, options.managementPort)
  return {
    url: running.url,
    /** Endpoint of the management API for the WebSocket API at a path. */
    managementUrl: (socketPath: string) => managementApi.url + socketPath,
    /** Loses the network of every open socket at a path, see `Connection`. */
    loseNetwork: (socketPath: string) => {
      for (const connection of socketApis.get(socketPath)?.connections.values() ?? []) {
        connection.loseNetwork()
      }
    },
    close: async (): Promise<void> => {
      await Promise.all([...new Set(socketApis.values())].map((api) => api.close()))
      await Promise.all([running.close(), managementApi.close()])
    },
  }
}
