import type { Resource } from './endpoint.ts'

export type WorkerName = 'replays' | 'fan-out'

/**
 * A function that other functions invoke asynchronously. Lambda queues the events of each
 * function apart, so work of one kind never waits behind work of another.
 */
export type Worker = {
  /** Also the folder of its function, functions/<name>. */
  readonly name: WorkerName
  /** Its own name among them lets it invoke itself. */
  readonly uses: readonly Resource[]
}
