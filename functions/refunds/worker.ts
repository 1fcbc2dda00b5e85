import type { Worker } from '../../shared/http/endpoint.ts'

/**
 * Looks up the payouts of refunds that have not ended, whether the shop still sells, and
 * whether its agents are there, and lets imports that wait go on.
 */
export const worker: Worker = {
  name: 'refunds',
  uses: ['table', 'node', 'sales-watch', 'imports'],
  everyMinutes: 5,
}
