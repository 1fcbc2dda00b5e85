import type { Worker } from '../../shared/http/endpoint.ts'

/**
 * Looks up the payouts of refunds that have not ended, whether the shop still sells, and
 * whether its agents are there, lets imports that wait go on, and deletes pictures that no record names.
 */
export const worker: Worker = {
  name: 'refunds',
  uses: ['table', 'node', 'sales-watch', 'imports', 'uploads:delete'],
  everyMinutes: 5,
}
