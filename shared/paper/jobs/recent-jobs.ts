import { maxJobAgeMs } from '../queue/print-job.ts'
import { type JobRecord, jobsSince } from './job-records.ts'
import { shownState } from './job-states.ts'

/** All jobs that may still be printed, and younger ones, oldest first. */
export const recentJobs = (nowMs: number): Promise<JobRecord[]> =>
  jobsSince(nowMs - maxJobAgeMs)

/** Returns the jobs that are neither printed nor given up. */
export const waitingOf = (jobs: readonly JobRecord[], nowMs: number): JobRecord[] =>
  jobs.filter((job) => ['waiting', 'sent', 'printing'].includes(shownState(job, nowMs)))

/** True if a job is for an agent's printer, however the configuration names it. */
export const isForPrinter = (
  job: Pick<JobRecord, 'agentId' | 'agentName' | 'printerName'>,
  agentId: string,
  printerName: string,
): boolean =>
  job.agentId === agentId &&
  [printerName, `${job.agentName}/${printerName}`].includes(job.printerName)
