import type { Worker } from '../../shared/http/worker.ts'

/** Looks up the payouts of refunds that were begun and have not ended. */
export const worker: Worker = {
  name: 'refunds',
  uses: ['table', 'node'],
  everyMinutes: 5,
}
