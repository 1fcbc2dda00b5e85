import type { Worker } from '../../shared/http/worker.ts'

/** Sends sockets what was recorded; a long replay goes on in another invocation. */
export const worker: Worker = {
  name: 'replays',
  uses: ['table', 'watchers:post', 'replays'],
}
