import { authenticateAgent } from '../../shared/agents/agent-authentication.ts'
import { tunnelIdHeader } from '../../shared/agents/protocol/tunnel-frame.ts'
import { closeTunnel, openTunnel } from '../../shared/agents/tunnel-connections.ts'
import { isFailure } from '../../shared/failure.ts'
import { logger } from '../../shared/logger.ts'
import { serveSocket, shopInUrl } from '../../shared/shops/serve-socket.ts'
import {
  accepted,
  agentWithoutNode,
  headersOf,
  type SocketEvent,
  type SocketResult,
  unauthorized,
} from '../../shared/sockets/event.ts'

/**
 * Records which connection reaches an agent. Agents answer requests by HTTPS; on the socket
 * they send only keep-alive pings, which need no reply.
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
      return accepted
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
