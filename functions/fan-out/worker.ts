import type { Worker } from '../../shared/platform/http/endpoint.ts'

/** Sends a frame to the watchers that the function that recorded it does not wait for. */
export const worker: Worker = {
  name: 'fan-out',
  uses: ['table:read', 'watcher-records', 'watchers:post'],
}
