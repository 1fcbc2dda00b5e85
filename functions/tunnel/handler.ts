import { authenticateAgent } from '../../shared/agents/agent-authentication.ts'
import {
  TunnelHeartbeat,
  tunnelIdHeader,
} from '../../shared/agents/protocol/tunnel-frame.ts'
import {
  closeTunnel,
  hearTunnel,
  openTunnel,
} from '../../shared/agents/tunnel-connections.ts'
import { tunnelConnections } from '../../shared/agents/tunnel-sockets.ts'
import { isFailure } from '../../shared/failure.ts'
import { logger } from '../../shared/logger.ts'
import { serveSocket, shopInUrl } from '../../shared/platform/shops/serve-socket.ts'
import {
  accepted,
  agentWithoutNode,
  headersOf,
  parseJson,
  type SocketEvent,
  type SocketResult,
  unauthorized,
} from '../../shared/platform/sockets/event.ts'

/**
 * Records which connection reaches an agent. Agents answer requests by HTTPS; on the socket
 * they send heartbeats in which nothing has changed, and keep-alive pings. Neither needs a reply.
 */
export const handler = (event: SocketEvent): Promise<SocketResult> =>
  serveSocket(event, shopInUrl, serve)

async function serve(event: SocketEvent): Promise<SocketResult> {
  const { connectionId, eventType } = event.requestContext
  switch (eventType) {
    case 'CONNECT':
      return connect(event)
    case 'DISCONNECT':
      await closeTunnel(connectionId)
      return accepted
    case 'MESSAGE':
      await hear(connectionId, event.body ?? '')
      return accepted
  }
}

/** An agent whose connection is not known any more opens another when this one is closed. */
async function hear(connectionId: string, body: string): Promise<void> {
  const { data } = TunnelHeartbeat.safeParse(parseJson(body))
  if (data && !(await hearTunnel(data.agentId, connectionId, Date.now()))) {
    await tunnelConnections().close(connectionId)
  }
}

async function connect(event: SocketEvent): Promise<SocketResult> {
  try {
    const agent = await authenticateAgent(headersOf(event, 'authorization')[0])
    const [tunnelId] = headersOf(event, tunnelIdHeader)
    const { connectionId } = event.requestContext
    await openTunnel(agent.id, connectionId, Date.now(), tunnelId)
    logger.info('tunnel-open', { agentId: agent.id, tunnelId, connectionId })
    return accepted
  } catch (error) {
    if (isFailure(error, 'unauthenticated')) return unauthorized
    if (isFailure(error, 'agentWithoutNode')) {
      logger.info('tunnel-refused', { connectionId: event.requestContext.connectionId })
      return agentWithoutNode
    }
    throw error
  }
}
