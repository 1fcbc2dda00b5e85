import {
  type JobOutcomeReport,
  maxAgeMs,
  maxDetailLength,
} from '../../shared/paper/queue/print-job.ts'
import { type Cloud, CloudRefused } from '../cloud.ts'
import { log } from '../log.ts'
import type { JobRecord, Journal } from './journal.ts'

export type OutcomeReports = ReturnType<typeof outcomeReports>

/**
 * Reports the outcomes of print jobs from the journal, so printing never waits for the
 * cloud and a restart loses nothing.
 */
export function outcomeReports(cloud: Pick<Cloud, 'jobState'>, journal: Journal) {
  let wake = Promise.withResolvers<void>()

  const sendAll = async (signal: AbortSignal) => {
    for (const record of journal.unreported()) {
      const { jobId, outcome } = record
      if (outcome === null) continue
      try {
        await cloud.jobState(jobId, outcomeReport(outcome, record), signal)
      } catch (error) {
        // The cloud has deleted the job's record or has recorded another outcome.
        if (!(error instanceof CloudRefused)) throw error
        log('outcome-refused', { jobId, outcome, error })
      }
      await journal.reported(jobId)
    }
  }

  return {
    sendAll,
    /** Call it when a job has got its outcome. */
    changed: () => wake.resolve(),
    /** Sends all unreported outcomes whenever `changed` was called, until `stop`. */
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

/** The cloud refuses a detail that is too long or ends in half a character. */
const outcomeReport = (
  state: JobOutcomeReport['state'],
  { detail, starts, attempts, confirmed, atMs }: JobRecord,
): JobOutcomeReport => ({
  state,
  detail: detail?.slice(0, maxDetailLength).toWellFormed() ?? null,
  ...(attempts !== undefined && { attempts }),
  ...(confirmed === false && { confirmed }),
  ...(state === 'failed' && starts > 0 && { started: true }),
  // The clock may have been set in between.
  endedMsAgo: Math.min(maxAgeMs, Math.max(0, Date.now() - atMs)),
})
