import { type JobOutcome, maxJobAgeMs } from '../queue/print-job.ts'

/**
 * The state of a job's record; `queued` is on its way to the agent, or waits there. A ticket for
 * a printer without a template prints nothing: it is `skipped`.
 */
export type JobState = 'queued' | 'printing' | 'skipped' | JobOutcome

/**
 * States that each state may follow. A job that counts as failed because sending it
 * failed may have reached the queue all the same. A cancelled one is begun only by an
 * agent that could not ask: then the paper, or what may be on it, is the truth.
 */
export const mayFollow: Readonly<
  Record<Exclude<JobState, 'queued' | 'skipped'>, readonly JobState[]>
> = {
  printing: ['queued', 'printing', 'failed'],
  printed: ['queued', 'printing', 'failed', 'cancelled'],
  reprinted: ['queued', 'printing', 'failed', 'cancelled'],
  expired: ['queued', 'printing'],
  failed: ['queued', 'printing', 'cancelled'],
  cancelled: ['queued'],
}

/**
 * States in lists of jobs: the stored state, or one that follows from the time that has passed.
 */
export const shownStates = [
  'waiting',
  'sent',
  'printing',
  'printed',
  'reprinted',
  'failed',
  'expired',
  'cancelled',
  'skipped',
  'unknown',
] as const
export type ShownState = (typeof shownStates)[number]

/** Time after a job's TTL in which its agent may still report how it ended. */
const reportingMs = 60_000

type Job = {
  readonly state: JobState
  readonly claims: boolean
  readonly isUnconfirmed?: true
  readonly createdAtMs: number
  readonly expiresAtMs: number
}

/**
 * Returns the state in lists. An agent that does not claim jobs may be printing a queued
 * one: it is `sent`. A job that was never claimed waits while its agent may be out of
 * reach; then it has failed, as jobs in the dead-letter queue have. Any other job without
 * an outcome after its TTL is `unknown`, and so is an unconfirmed one.
 */
export function shownState(
  { state, claims, isUnconfirmed, createdAtMs, expiresAtMs }: Job,
  nowMs: number,
): ShownState {
  const isOverdue = nowMs > expiresAtMs + reportingMs
  if (isUnconfirmed) return 'unknown'
  if (state === 'printing') return isOverdue ? 'unknown' : 'printing'
  if (state !== 'queued') return state
  if (claims) {
    return nowMs > createdAtMs + maxJobAgeMs + reportingMs ? 'failed' : 'waiting'
  }
  return isOverdue ? 'unknown' : 'sent'
}
