import type { Worker } from '../../shared/http/endpoint.ts'

/** Sends a frame to the watchers that the function that recorded it had no time for. */
export const worker: Worker = {
  name: 'fan-out',
  uses: ['table:read', 'watcher-records', 'watchers:post'],
}
