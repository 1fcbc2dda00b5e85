import type { Worker } from '../../shared/platform/http/endpoint.ts'

/**
 * Finds payments that no webhook told where no agent does: by the schedule, and sooner by messages
 * about open invoices. Takes the units that the stream left, looks up the payouts of refunds that
 * have not ended, whether the shop still sells, and whether its agents are there, lets imports
 * that wait go on, and deletes pictures that no record names.
 */
export const worker: Worker = {
  name: 'refunds',
  uses: [
    'table',
    'node',
    'invoice-lookups',
    'sales-watch',
    'imports',
    'uploads:delete',
    'fan-out',
    'watchers:post',
  ],
  everyMinutes: 5,
  looksUpInvoices: true,
}
