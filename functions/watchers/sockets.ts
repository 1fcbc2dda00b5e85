import type { SocketApi } from '../../shared/http/sockets.ts'

/**
 * Payments as they arrive. Every five minutes the open sockets are sent a frame: API
 * Gateway closes one that is idle for ten, and browsers cannot ping. The function's own
 * events are first frames alone, which so wait for nothing else; replays have a worker.
 */
export const sockets: SocketApi = {
  name: 'watchers',
  path: '/ws/payments',
  access: 'token',
  uses: ['table', 'token-key', 'watchers:post', 'watchers:close', 'replays'],
  everyMinutes: 5,
  invokesItself: true,
}
