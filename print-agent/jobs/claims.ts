import type { Cloud } from '../cloud.ts'
import { CloudRefused } from '../cloud.ts'
import { log } from '../log.ts'

/** A printer waits no longer for the cloud's word. */
const CLAIM_MS = 2_000

/** While the cloud does not answer, it is asked no more often, so that receipts stay quick. */
const ASK_AGAIN_MS = 10_000

/** The job was cancelled, or has ended already: it is not printed. */
export class JobIsOver extends Error {
  override name = 'JobIsOver'
}

export type Claims = ReturnType<typeof jobClaims>

/**
 * Claims jobs just before their first byte, so that one that has begun cannot be cancelled.
 * A receipt matters more than a cancellation: when the cloud does not answer, or is one that
 * knows no claims, the job is printed.
 */
export function jobClaims(cloud: Pick<Cloud, 'beginJob'>) {
  let askFromMs = 0
  /** Throws JobIsOver. */
  return async (jobId: string, attempts: number): Promise<void> => {
    if (performance.now() < askFromMs) return
    try {
      await cloud.beginJob(jobId, { attempts }, AbortSignal.timeout(CLAIM_MS))
    } catch (error) {
      if (error instanceof CloudRefused && error.status === 409) throw new JobIsOver()
      if (error instanceof CloudRefused) return
      askFromMs = performance.now() + ASK_AGAIN_MS
      log('print-unclaimed', { jobId, error })
    }
  }
}
