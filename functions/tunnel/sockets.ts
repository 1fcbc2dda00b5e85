import type { SocketApi } from '../../shared/http/sockets.ts'

/** The agents' way in: through it the cloud asks the shop's node. */
export const sockets: SocketApi = {
  name: 'tunnel',
  path: '/ws/tunnel',
  access: 'agent',
  uses: ['table'],
}
