import type { Worker } from '../../shared/platform/http/endpoint.ts'

/**
 * Sends events to webhooks. Every minute it looks for due deliveries, and hands those of
 * each webhook to an invocation of its own, so that none waits for another's receiver.
 */
export const worker: Worker = {
  name: 'deliveries',
  uses: ['webhook-records', 'delivery-key', 'deliveries'],
  everyMinutes: 1,
}
