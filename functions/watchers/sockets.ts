import type { SocketApi } from '../../shared/platform/http/endpoint.ts'

/**
 * Payments as they arrive, and what else happens in the shop. Every five minutes each open socket gets a heartbeat frame, as
 * API Gateway closes a socket that is idle for ten and browsers cannot ping. The function
 * invokes itself for first frames only, so that these never wait; replays have a worker.
 */
export const sockets: SocketApi = {
  name: 'watchers',
  paths: ['/ws/payments', '/ws/events'],
  access: 'token',
  uses: ['table', 'token-key', 'watchers:post', 'watchers:close', 'replays'],
  everyMinutes: 5,
  invokesItself: true,
}
