import type { Worker } from '../../shared/http/endpoint.ts'

/** Looks up the payouts of refunds that have not ended, and whether the shop still sells. */
export const worker: Worker = {
  name: 'refunds',
  uses: ['table', 'node', 'sales-watch'],
  everyMinutes: 5,
}
