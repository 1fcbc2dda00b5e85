import type { SocketApi } from '../../shared/platform/http/endpoint.ts'

/** The WebSocket API of the agents, through which the cloud calls the shop's node. */
export const sockets: SocketApi = {
  name: 'tunnel',
  paths: ['/ws/tunnel'],
  access: 'agent',
  uses: ['table', 'tunnels:close'],
}
