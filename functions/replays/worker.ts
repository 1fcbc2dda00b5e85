import type { Worker } from '../../shared/platform/http/endpoint.ts'

/** Sends recorded frames to sockets; a long replay continues in another invocation. */
export const worker: Worker = {
  name: 'replays',
  uses: ['table:read', 'watcher-records', 'watchers:post', 'replays'],
}
