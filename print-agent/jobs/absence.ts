import { maxJobAgeMs, type PrintJob } from '../../shared/paper/queue/print-job.ts'
import type { Cloud } from '../cloud.ts'

/** The queue answers a long poll within 20 s. */
const OUT_OF_REACH_MS = 30_000

export type QueueAbsence = ReturnType<typeof queueAbsence>

/**
 * When the queue was last out of reach. A receipt that waited there for the internet, or for
 * this machine, has lost no time of its TTL, up to the age that receipts may get.
 */
export function queueAbsence(cloud: Pick<Cloud, 'nowMs'>) {
  let answeredAtMs = Number.NEGATIVE_INFINITY
  let absence = { fromMs: answeredAtMs, untilMs: answeredAtMs }
  return {
    /** Call it when the queue has answered. */
    answered: () => {
      const nowMs = cloud.nowMs()
      if (nowMs - answeredAtMs > OUT_OF_REACH_MS) {
        absence = { fromMs: answeredAtMs, untilMs: nowMs }
      }
      answeredAtMs = nowMs
    },
    /** A job that has just been received, with the end of its life. */
    prolonged: (job: PrintJob): PrintJob => {
      const { createdAtMs, expiresAtMs } = job
      const lostMs = absence.untilMs - Math.max(absence.fromMs, createdAtMs)
      const latestMs = Math.max(expiresAtMs, createdAtMs + maxJobAgeMs)
      const prolongedMs = Math.min(expiresAtMs + Math.max(0, lostMs), latestMs)
      return { ...job, expiresAtMs: prolongedMs }
    },
  }
}
