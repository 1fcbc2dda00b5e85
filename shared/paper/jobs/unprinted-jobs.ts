import { logger } from '../../logger.ts'
import type { JobOutcomeReport } from '../queue/print-job.ts'

/** The log lines about jobs that are not on paper; the alarm PrintersFail counts them. */
export const unprintedJobEvents = ['print-job-failed', 'print-job-waits'] as const

/** From this attempt on, a printer is more than busy. */
const manyAttempts = 3

/** Logs a job that failed or expired, or that its agent has tried several times without success. */
export function logUnprintedJob(
  agentId: string,
  { id: jobId, state, attempts }: Partial<JobOutcomeReport> & { readonly id: string },
): void {
  if (state === 'printed' || state === 'reprinted') return
  if (state === undefined && (attempts ?? 0) < manyAttempts) return
  const [failed, waits] = unprintedJobEvents
  logger.info(state === undefined ? waits : failed, { agentId, jobId, state, attempts })
}
