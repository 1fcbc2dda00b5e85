import type { Resource } from './endpoint.ts'

/** The workers that functions invoke. */
export type WorkerName = 'replays' | 'fan-out'

/**
 * A function that other functions invoke asynchronously, or the schedule alone. Lambda queues the events of each
 * function apart, so work of one kind never waits behind work of another.
 */
export type Worker = {
  /** Also the folder of its function, functions/<name>. */
  readonly name: WorkerName | 'refunds'
  /** Its own name among them lets it invoke itself. */
  readonly uses: readonly Resource[]
  /** It gets a scheduled event every so many minutes. */
  readonly everyMinutes?: number
}
