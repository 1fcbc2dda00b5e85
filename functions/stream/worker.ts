import type { Worker } from '../../shared/platform/http/endpoint.ts'

/**
 * Consumes the table's stream, and gives its commits to the consumers in `handler.ts`. Requests
 * do not wait for them, and write nothing for them but the units that they owe the stock.
 */
export const worker = {
  name: 'stream',
  uses: [
    'table:read',
    'alerts',
    'stock-records',
    'watcher-records',
    'till-data-version',
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
      'UNITS-OWED',
      'CATEGORY',
      'DISH',
      'SPACE',
      'INGREDIENT',
      'TABLE',
      'PRINTER',
      'USER',
      'ROLE',
      'Z-REPORT',
      'OPEN-ALERT',
      'PAST-ALERT',
    ],
    // Of payments, the login limit, the node and the shop, beside orders
    sortKeys: [
      'ORDER',
      'NOTIFICATION',
      'LIMIT',
      'SHARED',
      'DEVICES',
      'NODE-HEALTH',
      'CONFIG',
      'BASE-CURRENCY',
      'OPEN-SHIFT',
      'TAXES',
      'MODIFIERS',
    ],
  },
} as const satisfies Worker
