import type { SocketApi } from '../../shared/http/sockets.ts'

/**
 * Payments as they arrive (open-areas, section 20). Every five minutes the open sockets
 * are sent a frame: API Gateway closes one that is idle for ten, and browsers cannot ping.
 */
export const sockets: SocketApi = {
  name: 'watchers',
  path: '/ws/payments',
  access: 'token',
  uses: ['table', 'token-key', 'watchers:post', 'watchers:close'],
  everyMinutes: 5,
  invokesItself: true,
}
