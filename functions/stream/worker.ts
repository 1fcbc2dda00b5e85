import type { Worker } from '../../shared/platform/http/endpoint.ts'

/**
 * Learns from the table's stream what was committed, and tells the consumers in `handler.ts`.
 * Requests write nothing for them and do not wait for them.
 */
export const worker = {
  name: 'stream',
  uses: [
    'table:read',
    'alerts',
    'watcher-records',
    'watchers:post',
    'watchers:close',
    'fan-out',
    'webhook-deliveries',
    'deliveries',
    'print-job-records',
    'print-queues',
    'uploads',
  ],
  follows: {
    partitions: [
      'PRODUCT',
      'INGREDIENT',
      'TABLE',
      'PRINTER',
      'USER',
      'ROLE',
      'Z-REPORT',
      'OPEN-ALERT',
      'PAST-ALERT',
    ],
    // Of payments, the login limit and the node, beside orders
    sortKeys: ['ORDER', 'NOTIFICATION', 'LIMIT', 'SHARED', 'DEVICES', 'NODE-HEALTH'],
  },
} as const satisfies Worker
