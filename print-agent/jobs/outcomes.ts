import { type Cloud, CloudRefused } from '../cloud.ts'
import { log } from '../log.ts'
import type { Journal } from './journal.ts'

export type OutcomeReports = ReturnType<typeof outcomeReports>

/**
 * Tells the cloud what became of the jobs. The journal is the list of what is still to
 * be told, so printing never waits for it and nothing is forgotten over a restart.
 */
export function outcomeReports(cloud: Pick<Cloud, 'jobState'>, journal: Journal) {
  let wake = Promise.withResolvers<void>()

  const sendAll = async (signal: AbortSignal) => {
    for (const { jobId, outcome, detail } of journal.unreported()) {
      if (outcome === null) continue
      try {
        await cloud.jobState(jobId, { state: outcome, detail }, signal)
      } catch (error) {
        // The cloud has forgotten the job, or knows its outcome already.
        if (!(error instanceof CloudRefused)) throw error
        log('outcome-refused', { jobId, outcome, error })
      }
      await journal.reported(jobId)
    }
  }

  return {
    sendAll,
    /** A job has got its outcome. */
    changed: () => wake.resolve(),
    /** Sends what there is whenever `changed` was called, until `stop`. */
    keepSending: async (stop: AbortSignal) => {
      stop.addEventListener('abort', () => wake.resolve(), { once: true })
      while (!stop.aborted) {
        wake = Promise.withResolvers()
        if (stop.aborted) return
        await sendAll(stop)
        await wake.promise
      }
    },
  }
}
